import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../migrations/migrate.ts'
import { startScratchServer } from './scratch-server.ts'
import { adminUrl, template } from './server.ts'

type Server = Awaited<ReturnType<typeof startScratchServer>>

// Every project of a run loads this module again. One server serves them all.
const run = globalThis as { matterbaseTestServer?: { server: Promise<Server>; projects: number } | undefined }

/** Starts the run's own PostgreSQL, with a migrated template for the databases of the test files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = (run.matterbaseTestServer ??= { server: startWithTemplate(), projects: 0 })
  shared.projects++
  const server = await shared.server
  project.provide('matterbaseDatabase', server.url)
  return async () => {
    if (--shared.projects > 0) return
    run.matterbaseTestServer = undefined
    await server.remove()
  }
}

async function startWithTemplate(): Promise<Server> {
  const server = await startScratchServer()
  const client = new Client({ connectionString: adminUrl(server.url) })
  await client.connect()
  await client.query(`CREATE DATABASE ${template}`)
  await client.end()
  const templateUrl = new URL(server.url)
  templateUrl.pathname = template
  await migrate(templateUrl.href)
  return server
}
