export { callFeatures, type FeatureKeys } from './call.ts'
export { errorFeatures, failureSignatures } from './errors/error.ts'
export { observationFeatures } from './observation.ts'
export { textFeatures } from './text/text.ts'
