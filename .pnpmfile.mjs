const changes = {
  // The API reference is served as the one script that its package ships ready for browsers. What that
  // script was built from, some 190 packages, is never loaded here.
  '@scalar/api-reference': (manifest) => ({ ...manifest, dependencies: {} }),
  // The guides have a search of their own, and no icons of other services.
  vitepress: ({ dependencies, ...manifest }) => ({
    ...manifest,
    dependencies: Object.fromEntries(
      Object.entries(dependencies).filter(([name]) => !/^@(docsearch|iconify-json)\//.test(name)),
    ),
  }),
  // What it may be given is msw alone: all of vitest would be installed once for each way in which msw is.
  '@vitest/mocker': (manifest) => ({ ...manifest, peerDependencies: {}, peerDependenciesMeta: {} }),
}

export const hooks = {
  readPackage: (manifest) => changes[manifest.name]?.(manifest) ?? manifest,
}
