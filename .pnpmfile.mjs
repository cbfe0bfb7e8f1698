// The API reference is served as the one script that its package ships ready for browsers. What that
// script was built from, some 190 packages, is never loaded here.
export const hooks = {
  readPackage: (manifest) => (manifest.name === '@scalar/api-reference' ? { ...manifest, dependencies: {} } : manifest),
}
