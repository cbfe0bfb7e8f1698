// Put in by the build.
declare const SDK_VERSION: string | undefined

/** The version of this package. */
export const version = typeof SDK_VERSION === 'string' ? SDK_VERSION : 'source'
