import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../migrate.ts'
import { startScratchServer } from './scratch-server.ts'
import { adminUrl, template } from './server.ts'

/** Starts a PostgreSQL of the run's own, with a migrated template for the databases of the test files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startScratchServer()
  await makeTemplate(server.url)
  project.provide('matterbaseDatabase', server.url)
  return async () => server.remove()
}

async function makeTemplate(url: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl(url) })
  await client.connect()
  await client.query(`CREATE DATABASE ${template}`)
  await client.end()
  const templateUrl = new URL(url)
  templateUrl.pathname = template
  await migrate(templateUrl.href)
}
