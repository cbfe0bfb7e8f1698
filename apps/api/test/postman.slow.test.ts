import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findWorkspace } from '@matterbase/domain'
import { createCreditNote, createDocument, createInvoice, recordPayment } from '@matterbase/domain/testing'
import { operations } from '@matterbase/schemas'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

const newman = fileURLToPath(import.meta.resolve('newman/bin/newman.js'))
const collection = fileURLToPath(new URL('../../../docs/api/matterbase.postman_collection.json', import.meta.url))

interface Report {
  readonly run: {
    readonly executions: readonly { readonly item: { readonly name: string } }[]
    readonly failures: readonly {
      readonly source: { readonly name: string }
      readonly error: { readonly message: string }
    }[]
  }
}

let api: Api
let folder: string

beforeAll(async () => {
  api = await startApi()
  folder = await mkdtemp(join(tmpdir(), 'matterbase-postman-'))
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true })
})

it('answers every request of the Postman collection with a success, and again when it is run again', async () => {
  const email = await api.account()
  const key = await api.key({ email })
  // These are not written through the API.
  const workspaceId = await findWorkspace(api.db, email, 'live')
  await createInvoice(api.db, workspaceId, { number: 'INV-1', total: 1 })
  await recordPayment(api.db, workspaceId, { reference: 'INV-1' })
  await createCreditNote(api.db, workspaceId, { reason: 'Billed twice' })
  const document = { title: 'Engagement letter', signerName: 'Ada', signerEmail: 'ada@example.com', text: 'Agreed.' }
  await createDocument(api.db, workspaceId, document)
  for (const report of ['first.json', 'second.json']) {
    const reporter = ['--reporters', 'json', '--reporter-json-export', join(folder, report)]
    const variables = ['--env-var', `baseUrl=${api.baseUrl}`, '--env-var', `apiKey=${key}`]
    const child = spawn(process.execPath, [newman, 'run', collection, ...reporter, ...variables], { stdio: 'ignore' })
    await new Promise((resolve) => child.on('close', resolve))
    const { run } = JSON.parse(await readFile(join(folder, report), 'utf8')) as Report
    expect(run.failures.map(({ source, error }) => `${source.name}: ${error.message}`)).toEqual([])
    expect(run.executions.map(({ item }) => item.name).toSorted()).toEqual(
      operations.map(({ summary }) => summary).toSorted(),
    )
  }
})

it('has no custom fields, and changes and deletes only records that it created', async () => {
  const text = await readFile(collection, 'utf8')
  expect(text).not.toContain('custom_fields\\"')
  const urls = [...text.matchAll(/"method": "(PATCH|DELETE)"[\s\S]*?"raw": "([^"]*)"/g)].map(([, , url = '']) => url)
  expect(urls.filter((url) => /\{\{(?!created_|baseUrl)/.test(url))).toEqual([])
})

it('skips the requests for which nothing exists, where there are no invoices', async () => {
  const report = join(folder, 'empty.json')
  const key = await api.key({ email: await api.account() })
  const reporter = ['--reporters', 'json', '--reporter-json-export', report]
  const variables = ['--env-var', `baseUrl=${api.baseUrl}`, '--env-var', `apiKey=${key}`]
  const child = spawn(process.execPath, [newman, 'run', collection, ...reporter, ...variables], { stdio: 'ignore' })
  await new Promise((resolve) => child.on('close', resolve))
  const { run } = JSON.parse(await readFile(report, 'utf8')) as Report
  expect(run.failures.map(({ source, error }) => `${source.name}: ${error.message}`)).toEqual([])
})
