import type { TestProject } from 'vitest/node'

import { startBackend } from './backend.ts'
import { serveBackend } from './backend-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the one backend of the run is asked; see `remote-backend.ts`. */
    backendUrl: string
  }
}

/** The real service, once for all test files and all runtimes. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { matterbaseDatabase } = project.getProvidedContext()
  const backend = await startBackend(matterbaseDatabase)
  const server = await serveBackend(backend)
  project.provide('backendUrl', server.url)
  return async () => {
    server.stop()
    await backend.stop()
  }
}
