/** Instrumentation scope of decision spans. */
export const decisionScope = 'loop-observer/decisions'
