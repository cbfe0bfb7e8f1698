/**
 * The version before this one. The tests start its programs on the schema of this version. After a release, set it to the
 * commit of the release, and add what the version can do to `use-everything.ts`.
 */
export const versionBefore = '91022567'

/** The oldest version that the tests upgrade, from November 26, 2026. Move it on when no operator upgrades from it any more. */
export const oldestVersion = '11bed80e'
