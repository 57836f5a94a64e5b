/** Name of this package, as instrumentation scope. */
export const sdkName = '@loop-observer/sdk'

/** Version of this package. */
export const sdkVersion = '0.1.0'
