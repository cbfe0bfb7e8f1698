import { createCreditNote, createDocument, createInvoice, recordPayment } from '@matterbase/domain/testing'
import { contract } from '@matterbase/schemas'
import type { Operation } from '@matterbase/schemas'
import { expect, it, vi } from 'vitest'
import type { RecentCall } from '../src/api/recent-calls.ts'
import { addMember } from './support/account.ts'
import { axe } from './support/axe.ts'
import { screenshot } from './support/screenshot.ts'
import { outcomesOf, snippetsOn } from './support/snippets.ts'
import type { ShownSnippet } from './support/snippets.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

const operations = Object.values<Readonly<Record<string, Operation>>>(contract).flatMap((resource) =>
  Object.values(resource),
)

async function failures(snippets: readonly ShownSnippet[], key: string): Promise<string[]> {
  expect(snippets.length).toBeGreaterThan(0)
  const outcomes = await outcomesOf(snippets, key)
  expect(outcomes).toHaveLength(snippets.length)
  return snippets.flatMap(({ code }, place) =>
    outcomes[place] === 'it worked' ? [] : [`${code}\n→ ${outcomes[place]}`],
  )
}

it('the code of empty lists works as it stands: of a practice behind </>, of developers on the page', async () => {
  const { page, account } = world()
  const shown: ShownSnippet[] = []
  const calls = ['curl', 'SDK']
  for (const [path, ...labels] of [
    ['/matters', ...calls],
    ['/clients', ...calls],
    ['/time', ...calls],
    ['/time?view=list', ...calls],
    ['/invoices', ...calls],
    ['/leads', ...calls],
    ['/dev/keys', 'CLI'],
    ['/dev/webhooks', ...calls],
    ['/dev/events', ...calls],
    ['/dev/inbox', ...calls],
    ['/dev/logs', ...calls],
  ]) {
    await page.goto(`/test${path}`)
    const isPractice = !path?.startsWith('/dev')
    if (isPractice) {
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect([path, await page.locator('[data-snippet]').count()]).toEqual([path, 0])
      await page.getByRole('button', { name: 'This screen as code' }).click()
      await page.getByRole('group', { name: 'Example' }).waitFor()
    }
    await page.locator('[data-snippet]').first().waitFor()
    const snippets = await snippetsOn(page, isPractice ? '[role=group][aria-label=Example]' : undefined)
    expect([path, ...snippets.map(({ label }) => label)]).toEqual([path, ...labels])
    shown.push(...snippets)
  }
  expect(await failures(shown, await account.key({ environment: 'test' }))).toEqual([])
  await page.goto('/test/dev/keys')
  await page.getByRole('link', { name: 'CRM sync' }).waitFor()
})

it('the commands of empty lists work in the live workspace, and for a member with another email address', async () => {
  const { account, db, open } = world()
  const page = await open({ email: await addMember(db, account, 'developer') })
  await page.goto('/dev/keys')
  await page.locator('[data-snippet]').first().waitFor()
  expect(await failures(await snippetsOn(page), '')).toEqual([])
  await page.reload()
  await page.getByRole('link', { name: 'CRM sync' }).waitFor()
})

it('the snippets of an inbox that waits make something arrive', async () => {
  const { page, account } = world()
  await page.goto('/test/dev/inbox')
  await page.getByRole('button', { name: 'Create test inbox' }).click()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByText('No requests yet.').waitFor()
  const snippets = await snippetsOn(page)
  expect(snippets.map(({ label }) => label)).toEqual(['curl', 'SDK'])
  expect(await failures(snippets, await account.key({ environment: 'test' }))).toEqual([])
  await expect.poll(() => page.getByRole('region', { name: 'matter.created' }).count()).toBe(2)
})

it('the snippets of the quickstart answer 2xx, with the key it makes and with a key of your own', async () => {
  const { page, account } = world()
  await page.goto('/dev')
  await page.locator('[data-snippet]').first().waitFor()
  expect(await failures(await snippetsOn(page), await account.key({ environment: 'test' }))).toEqual([])
  await page.getByRole('button', { name: 'Create a test key' }).click()
  await page.locator('[data-secret]').waitFor()
  const key = await page.locator('[data-secret]').innerText()
  expect(key).toMatch(/^mb_test_/)
  const shown = await snippetsOn(page)
  expect(shown.every(({ code }) => code.includes(key))).toBe(true)
  expect(await failures(shown, '')).toEqual([])
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'quickstart-1280-light')
})

it('the snippets beside a new key answer 2xx with that key', async () => {
  const { page } = world()
  await page.goto('/dev/keys?new=1')
  await page.getByLabel('Name').fill('Snippets')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.locator('[data-secret]').waitFor()
  // The list behind the dialog is empty no more.
  await page.locator('[data-snippet=CLI]').waitFor({ state: 'detached' })
  const snippets = await snippetsOn(page)
  expect(snippets.map(({ label }) => label)).toEqual(['curl', 'SDK'])
  expect(await failures(snippets, '')).toEqual([])
  await page.getByRole('button', { name: 'I have saved it' }).click()
})

it('the code of a screen answers 2xx: lists, a record, a filter', async () => {
  const { page, account } = world()
  const key = await account.key()
  const { data } = await account.rest<{ data: { id: number } }>('POST', '/matters', { title: "O'Hara & “Sons”" })
  const { id } = await account.rest<{ id: number }>('POST', '/webhooks', {
    url: 'https://example.com',
    events: ['ping.test'],
  })
  const shown: ShownSnippet[] = []
  for (const path of [`/matters/${data.id}`, '/matters?status=On+Hold', `/dev/webhooks/${id}?status=failed`]) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('button', { name: 'This screen as code' }).click()
    await page.getByRole('dialog').locator('[data-snippet]').first().waitFor()
    expect(await axe(page)).toEqual([])
    const snippets = await snippetsOn(page)
    expect([path, snippets.length]).not.toEqual([path, 0])
    shown.push(...snippets)
    await page.keyboard.press('Escape')
  }
  expect(await failures(shown, key)).toEqual([])
})

/** An input of each operation of the REST API; records are made anew each time, so that any of them may be deleted. */
async function inputs(): Promise<Record<string, Omit<RecentCall, 'key'>>> {
  const { account, db } = world()
  const made = async (path: string, body: object) => {
    const answer = await account.rest<{ data?: { id: number }; id?: number }>('POST', path, body)
    return { id: answer.data?.id ?? answer.id ?? 0 }
  }
  const newInvoice = async () => {
    const json = await createInvoice(db, await account.workspace(), { number: crypto.randomUUID(), total: 10 })
    return (JSON.parse(json) as { invoice_id: number }).invoice_id
  }
  const bodies = {
    matters: () => ({ title: 'Hale' }),
    clients: () => ({ email: 'a@example.com' }),
    'time-entries': () => ({ duration: 1.5 }),
    expenses: () => ({ unit_price: 12.5 }),
    // An invoice has at most one external record.
    'external-records': async () => ({ resource: 'invoice', resource_id: await newInvoice() }),
  }
  const all: Record<string, Omit<RecentCall, 'key'>> = { 'GET /me': {} }
  for (const [name, newBody] of Object.entries(bodies)) {
    const body = await newBody()
    const params = await made(`/${name}`, body)
    const external = { ...(await newBody()), external_id: `x-${String(params.id)}` }
    Object.assign(all, {
      [`GET /${name}`]: { query: { limit: 2, sort: '-id' } },
      [`POST /${name}`]: { body: await newBody() },
      [`PUT /${name}`]: { body: external },
      [`POST /${name}/bulk`]: { body: { data: [external] } },
      [`DELETE /${name}/bulk`]: { body: { ids: [(await made(`/${name}`, await newBody())).id] } },
      [`GET /${name}/{id}`]: { params },
      [`PATCH /${name}/{id}`]: { params, body },
      [`DELETE /${name}/{id}`]: { params },
    })
  }
  const endpoint = await made('/webhooks', { url: 'http://127.0.0.1:9', events: ['matter.created'] })
  const other = await made('/webhooks', { url: 'http://127.0.0.1:9', events: ['lead.created'] })
  await account.rest('POST', '/matters', { title: 'To deliver' })
  const { data } = await account.rest<{ data: { id: number }[] }>('GET', `/webhooks/${endpoint.id}/deliveries`)
  const invoice = await newInvoice()
  const payment = await recordPayment(db, await account.workspace(), { reference: 'INV-1' })
  const signer = { signerName: 'Ada', signerEmail: 'ada@example.com' }
  const document = JSON.parse(
    await createDocument(db, await account.workspace(), { title: 'Engagement letter', ...signer }),
  ) as { document_id: number }
  const { data: users } = await account.rest<{ data: { id: string }[] }>('GET', '/users')
  const note = await createCreditNote(db, await account.workspace(), { reason: 'Billed twice' })
  const span = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }
  return {
    ...all,
    'GET /invoices': { query: { status: 'draft' } },
    'GET /invoices/{id}': { params: { id: invoice } },
    'GET /payments': { query: { invoice_id: invoice } },
    'GET /payments/{id}': { params: { id: payment } },
    'GET /credit-notes': {},
    'GET /credit-notes/{id}': { params: { id: note } },
    'GET /documents': { query: { status: 'sent' } },
    'GET /documents/{id}': { params: { id: document.document_id } },
    'GET /users': { query: { include_removed: true } },
    'GET /users/{id}': { params: { id: users[0]?.id ?? '' } },
    'GET /firm': {},
    'GET /tax-rates': {},
    'GET /custom-fields': { query: { resource: 'matters' } },
    'GET /leads': {},
    'POST /leads': { body: { leadData: { first_name: "D'Arcy" } } },
    'GET /webhooks': {},
    'POST /webhooks': { body: { url: 'https://example.com', events: ['ping.test'] } },
    'GET /webhooks/{id}': { params: endpoint },
    'PATCH /webhooks/{id}': { params: endpoint, body: { description: 'CRM' } },
    'DELETE /webhooks/{id}': { params: other },
    'POST /webhooks/{id}/rotate-secret': { params: endpoint, body: { overlap_hours: 1 } },
    'POST /webhooks/{id}/test': { params: endpoint },
    'GET /webhooks/{id}/deliveries': { params: endpoint, query: { status: 'failed' } },
    'POST /webhooks/{id}/deliveries/{delivery}/retry': { params: { ...endpoint, delivery: String(data[0]?.id) } },
    'POST /webhooks/{id}/replay': { params: endpoint, body: { ...span, status: 'all' } },
  }
}

// No screen asks for what comes as lines or as a file.
it('there is code for every operation that answers a body of JSON, in curl and in the SDK, and it answers 2xx', async () => {
  const { account, origin, db } = world()
  // The module reads from the address which workspace it is in.
  vi.stubGlobal('location', { pathname: '/' })
  const { codeOfCall } = await import('../src/code/code-of-call.ts')
  vi.unstubAllGlobals()
  // What only people sort by is left out.
  for (const { code } of codeOfCall({ key: 'GET /matters', query: { sort: '-title' } }, origin))
    expect(code).not.toContain('sort')
  const key = await account.key()
  const wrong: string[] = []
  for (const label of ['curl', 'SDK']) {
    const ready = await inputs()
    expect(Object.keys(ready).toSorted()).toEqual(
      operations
        .flatMap(({ method, path, lines, file }) => (lines || file ? [] : `${method.toUpperCase()} ${path}`))
        .toSorted(),
    )
    // What is deleted is of use to the others first.
    const isDeletion = ([name]: [string, unknown]) => name.startsWith('DELETE')
    const inOrder = Object.entries(ready).toSorted((a, b) => Number(isDeletion(a)) - Number(isDeletion(b)))
    const snippets = inOrder.map(([name, input]) => {
      const snippet = codeOfCall({ key: name, ...input }, origin).find((tab) => tab.label === label)
      return snippet ?? { label, code: `There is no code of ${name}` }
    })
    wrong.push(...(await failures(snippets, key)))
    // Twenty endpoints are all that a workspace has.
    await db.run`UPDATE webhook_endpoints SET deleted_at = now() WHERE workspace_id = ${await account.workspace()}`
  }
  expect(wrong).toEqual([])
})
