const changes = {
  // The API reference is served as the one script that its package ships ready for browsers. What that
  // script was built from, some 190 packages, is never loaded here.
  '@scalar/api-reference': (manifest) => ({ ...manifest, dependencies: {} }),
  // What it may be given is msw alone: all of vitest would be installed once for each way in which msw is.
  '@vitest/mocker': (manifest) => ({ ...manifest, peerDependencies: {}, peerDependenciesMeta: {} }),
}

export const hooks = {
  readPackage: (manifest) => changes[manifest.name]?.(manifest) ?? manifest,
}
