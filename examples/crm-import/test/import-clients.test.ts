import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { Matterbase } from '@matterbase/sdk'
import { failure, fixtures, mockFetch } from '@matterbase/sdk/testing'

import { readClients, toClient } from '../src/contacts.ts'
import { importClients } from '../src/import-clients.ts'

it('imports every line of the file, and tells of those that were refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'contacts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'contacts.jsonl')
  await writeFile(
    file,
    '{"id":1,"company":"Moss & Sons"}\n\n{"id":2,"name":"Bo","email":"wrong"}\n{"id":3,"name":"Cy"}\n',
  )
  const fetch = mockFetch({
    'clients.upsert': ({ body }) => {
      const row = body as { external_id: string; email?: string }
      return row.email
        ? failure(400, 'validation_failed', 'email is wrong')
        : { data: fixtures.client(row), created: row.external_id === '1' }
    },
  })
  const mb = new Matterbase({ apiKey: 'mb_test_x', baseUrl: 'https://matters.example/api/v1', fetch })
  const failures: string[] = []
  const summary = await importClients(mb, readClients(file), (line, reason) => failures.push(`${line} ${reason}`))
  expect({ summary, failures, requests: fetch.calls.length }).toEqual({
    summary: { created: 1, known: 1, failed: 1 },
    failures: ['2 email is wrong'],
    requests: 1,
  })
})

it('leaves out what the CRM does not know', () => {
  expect(toClient({ id: 7, name: 'Ada', email: '' })).toEqual({
    external_id: '7',
    contact_person: 'Ada',
    client_type: 'individual',
  })
})
