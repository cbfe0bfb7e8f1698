import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, describe, expect, it, onTestFinished } from 'vitest'

import { AuthenticationError, Matterbase, type MatterUpdate } from '@matterbase/sdk'

import { readCases } from '../src/cases.ts'
import { importMatters } from '../src/import-matters.ts'
import { readOptions } from '../src/options.ts'
import { take } from '../src/take.ts'

const closers: (() => void)[] = []
afterEach(() => closers.splice(0).forEach((close) => close()))

/** As much of the service as an import meets: upserts on a change clock. */
async function service({ refuse = 0, concurrency = 0 } = {}) {
  const matters = new Map<string, Record<string, unknown>>()
  let clock = Date.parse('2026-01-01T00:00:00Z')
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (refuse) return answer(refuse, { error: 'no', code: 'refused' })
    if (request.method === 'GET') {
      const data = [...matters.values()]
        .toSorted((a, b) => String(b.updated_at).localeCompare(String(a.updated_at)))
        .slice(0, 1)
      return answer(200, { count: data.length, limit: 1, offset: 0, data })
    }
    let text = ''
    request
      .on('data', (chunk) => (text += chunk))
      .on('end', () => {
        const { external_id, ...rest } = JSON.parse(text)
        if (rest.title === 'BAD') {
          return answer(400, {
            error: 'Invalid',
            code: 'validation_failed',
            details: [{ field: 'title', code: 'bad', message: 'is bad' }],
          })
        }
        const before = matters.get(external_id)
        const merged = { ...before, ...rest }
        const data = { ...merged, id: before?.id ?? matters.size + 1, external_id }
        const changed = !before || JSON.stringify(merged) !== JSON.stringify(before)
        const stamped = { ...data, updated_at: changed ? new Date((clock += 1)).toISOString() : before.updated_at }
        matters.set(external_id, stamped)
        answer(before ? 200 : 201, { data: stamped, created: !before })
      })
  })
  await once(server.listen(0), 'listening')
  closers.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`
  const { counted, most } = countRequests(concurrency)
  return { mb: new Matterbase({ baseUrl, apiKey: 'mb_test_x', fetch: counted }), matters, most }
}

/** Holds each PUT back until `together` of them are under way, and a moment longer for one too many. */
function countRequests(together: number) {
  let underWay = 0
  let most = 0
  const waiting: (() => void)[] = []
  const release = () => waiting.splice(0).forEach((go) => go())
  const counted: typeof fetch = async (input, init) => {
    if (init?.method !== 'PUT' || together === 0) return fetch(input, init)
    most = Math.max(most, (underWay += 1))
    const turn = new Promise<void>((resolve) => waiting.push(resolve))
    if (waiting.length === together) setImmediate(release)
    await turn
    return fetch(input, init).finally(() => (underWay -= 1))
  }
  return { counted, most: () => most }
}

async function* from(rows: MatterUpdate[]) {
  yield* rows
}
const rows = (count: number, title = 'A v. B') =>
  Array.from({ length: count }, (_, index) => ({ external_id: `c-${index}`, title }))

describe('importMatters', () => {
  it('creates, then finds everything unchanged, then updates what differs', async () => {
    const { mb, matters } = await service()
    await expect(importMatters(mb, from(rows(50)), { concurrency: 4 })).resolves.toMatchObject({
      created: 50,
      updated: 0,
      unchanged: 0,
      failed: 0,
    })
    const before = structuredClone([...matters])
    await expect(importMatters(mb, from(rows(50)), { concurrency: 4 })).resolves.toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 50,
      failed: 0,
    })
    expect([...matters]).toEqual(before)
    const changed = [...rows(49), { external_id: 'c-49', title: 'Other' }]
    await expect(importMatters(mb, from(changed), { concurrency: 4 })).resolves.toMatchObject({
      created: 0,
      updated: 1,
      unchanged: 49,
      failed: 0,
    })
  })

  it('counts a repeated row as unchanged', async () => {
    const { mb } = await service()
    await expect(importMatters(mb, from([...rows(1), ...rows(1)]), { concurrency: 1 })).resolves.toMatchObject({
      created: 1,
      unchanged: 1,
    })
  })

  it('counts refused rows, with reasons, and goes on', async () => {
    const { mb } = await service()
    const tally = await importMatters(mb, from([...rows(2), ...rows(1, 'BAD'), { title: 'no id' }]), { concurrency: 1 })
    expect(tally).toEqual({
      created: 2,
      updated: 0,
      unchanged: 0,
      failed: 2,
      reasons: ['c-0: title: is bad', '?: external_id is missing'],
    })
  })

  it('never has more requests under way than asked for', async () => {
    const { mb, most } = await service({ concurrency: 5 })
    await importMatters(mb, from(rows(40)), { concurrency: 5 })
    expect(most()).toBe(5)
  })

  it('stops at once when the key is refused', async () => {
    const { mb } = await service({ refuse: 401 })
    await expect(importMatters(mb, from(rows(5)), { concurrency: 2 })).rejects.toBeInstanceOf(AuthenticationError)
  })
})

describe('readCases', () => {
  it('maps columns, keeps odd titles, leaves out empty cells', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cases-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'cases.csv')
    const header = 'case_id,docket,case_name,citation,date_argued,date_decided,issue_area,prevailing_party'
    await writeFile(
      file,
      `\uFEFF${header}\n1946-001,24,"HALLIBURTON CO. v. WALKER et al., ""DEPTHOGRAPH""",,,1946-11-18,,\n2,,X,,,,,\n`,
    )
    const cases: MatterUpdate[] = []
    for await (const each of readCases(file)) cases.push(each)
    expect(cases).toEqual([
      {
        external_id: '1946-001',
        title: 'HALLIBURTON CO. v. WALKER et al., "DEPTHOGRAPH"',
        official_case_number: '24',
        end_date: '1946-11-18',
      },
      { external_id: '2', title: 'X' },
    ])
  })

  it('passes on that the file cannot be read', async () => {
    await expect(readCases('/nowhere.csv').next()).rejects.toThrow('ENOENT')
  })
})

describe('readOptions', () => {
  it('takes what pnpm hands on, with its own -- before', () => {
    expect(readOptions(['--', '--file', '/a.csv', '--limit', '3'])).toEqual({
      file: '/a.csv',
      concurrency: 16,
      limit: 3,
    })
  })

  it.each([[[]], [['--file', 'a.csv', '--concurrency', '0']], [['--file', 'a.csv', '--limit', 'x']]])(
    'refuses %j',
    (args) => {
      expect(() => readOptions(args)).toThrow(/--/)
    },
  )
})

describe('take', () => {
  it('gives the first rows and ends the source', async () => {
    const taken: MatterUpdate[] = []
    for await (const row of take(from(rows(5)), 2)) taken.push(row)
    expect(taken).toHaveLength(2)
  })
})
