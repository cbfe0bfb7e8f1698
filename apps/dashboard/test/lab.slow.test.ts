import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { signPayload } from '@matterbase/sdk/webhooks'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { axe } from './support/axe.ts'
import { freePort } from '@matterbase/config/testing'
import { startReceiver } from './support/receiver.ts'
import type { Receiver } from './support/receiver.ts'
import { screenshot } from './support/screenshot.ts'
import { snippetsOn } from './support/snippets.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
let receiver: Receiver
let secret: string
let body: string
let headers: Record<string, string>

/** A real delivery, as a receiver got it. */
beforeAll(async () => {
  receiver = await startReceiver()
  const { account } = world()
  const endpoint = await account.rest<{ id: number; secret: string }>('POST', '/webhooks', {
    url: receiver.url,
    events: ['matter.created'],
  })
  await account.rest('POST', '/matters', { title: 'Żółć', estimated_hours: 1.5 })
  await vi.waitUntil(() => receiver.requests.length === 1, { timeout: 150_000 })
  secret = endpoint.secret
  body = receiver.requests[0]?.body.toString('utf8') ?? ''
  headers = Object.fromEntries(
    Object.entries(receiver.requests[0]?.headers ?? {}).map(([name, value]) => [name, String(value)]),
  )
})
afterAll(() => receiver.close())

/** What the lab says about a delivery. */
async function verdict(change: { body?: string; headers?: Record<string, string>; secret?: string } = {}) {
  const { page } = world()
  if (!page.url().endsWith('/dev/lab')) await page.goto('/dev/lab')
  const lines = Object.entries(change.headers ?? headers).map(([name, value]) => `${name}: ${value}`)
  await page.getByLabel('Raw body').fill(change.body ?? body)
  await page.getByLabel('Headers').fill(lines.join('\n'))
  await page.getByLabel('Secret').fill(change.secret ?? secret)
  const said = page.getByRole('status').getByRole('heading')
  const before = (await said.count()) > 0 ? await said.innerText() : ''
  await page.getByRole('button', { name: 'Check the signature' }).click()
  await expect.poll(async () => ((await said.count()) > 0 ? await said.innerText() : '')).not.toBe(before)
  return said.innerText()
}

it('says that a genuine delivery matches, and sends nothing of it anywhere', async () => {
  const { page } = world()
  await page.goto('/dev/lab')
  const sent: string[] = []
  page.on('request', (request) => void sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`))
  expect(await verdict()).toBe('Matches')
  expect(sent.filter((text) => !text.startsWith('GET ') || text.includes('whsec_'))).toEqual([])
  page.removeAllListeners('request')
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'lab-1280-light')
})

it('tells JSON that was serialised again, whoever did it', async () => {
  expect(await verdict({ body: JSON.stringify(JSON.parse(body), null, 2) })).toBe('The body was serialised again')
  expect(await verdict()).toBe('Matches')
  const python = JSON.stringify(JSON.parse(body))
    .replaceAll('":', '": ')
    .replaceAll(',"', ', "')
    .replaceAll(/[^\0-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
  expect(await verdict({ body: python })).toBe('The body was serialised again')
  expect(await verdict()).toBe('Matches')
  const sorted = Object.fromEntries(Object.entries(JSON.parse(body) as object).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  expect(await verdict({ body: JSON.stringify(sorted) })).toBe('The body was serialised again')
})

it('tells a missing sha256=, a trailing newline, and a secret that is not whole', async () => {
  const signature = headers['x-service-signature'] ?? ''
  const bare = { ...headers, 'x-service-signature': signature.replace('sha256=', '') }
  expect(await verdict({ headers: bare })).toBe('sha256= is missing')
  expect(await verdict({ body: `${body}\n` })).toBe('A trailing newline was added or removed')
  expect(await verdict({ secret: secret.replace('whsec_', '') })).toBe('whsec_ is missing')
  const { 'x-service-signature': _own, 'webhook-signature': _standard, ...none } = headers
  expect(await verdict({ headers: none })).toBe('No signature')
})

it("tells another endpoint's secret, and the old secret of an overlap", async () => {
  expect(await verdict({ secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` })).toBe('The secret does not match')
  const overlap = {
    'X-Service-Signature': await signPayload(body, `whsec_${Buffer.alloc(32, 9).toString('base64')}`),
    'X-Service-Signature-Previous': headers['x-service-signature'] ?? '',
  }
  expect(await verdict({ headers: overlap })).toBe('Matches the old secret')
})

it('tells a delivery that is too old, whose signature holds', async () => {
  const old = body.replace(/"timestamp":"[^"]+"/, '"timestamp":"2026-01-01T00:00:00.000Z"')
  const signed = { 'X-Service-Signature': await signPayload(old, secret) }
  expect(await verdict({ body: old, headers: signed })).toBe('Matches, but its timestamp is outside the tolerance')
})

it('takes over a delivery from the log, and works on a phone in the dark', async () => {
  const { account, open } = world()
  const phone = await open({ email: account.email, viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  await phone.goto('/dev/webhooks')
  await phone.getByRole('link', { name: receiver.url }).click()
  await phone.getByRole('table', { name: 'Deliveries', exact: true }).getByRole('button').first().click()
  await phone.getByRole('link', { name: 'Check the signature' }).click()
  expect(await phone.getByLabel('Raw body', { exact: true }).inputValue()).toBe(body)
  await phone.getByLabel('Secret').fill(secret)
  await phone.getByRole('button', { name: 'Check the signature' }).click()
  await phone.getByRole('heading', { name: 'Matches' }).waitFor()
  expect(await axe(phone)).toEqual([])
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await screenshot(phone, 'lab-390-dark')
})

it('shows code that answers 200 to a genuine delivery and 401 to a forged one', async () => {
  const { page, account } = world()
  await page.goto('/dev/lab')
  await page.locator('[data-snippet]').waitFor()
  const snippets = await snippetsOn(page)
  expect(snippets.map(({ label }) => label)).toEqual(['SDK', 'Node'])
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  for (const { code } of snippets) {
    receiver.requests.length = 0
    await account.rest('POST', '/matters', { title: 'Fresh' })
    await expect.poll(() => receiver.requests.length).toBe(1)
    const fresh = receiver.requests[0]
    const port = await freePort()
    const env = { PATH: process.env['PATH'] ?? '', WEBHOOK_SECRET: secret, PORT: String(port) }
    const child = execFile(process.execPath, ['--input-type=module', '-e', code], { cwd, env })
    onTestFinished(async () => {
      if (child.exitCode !== null) return
      child.kill()
      await once(child, 'exit')
    })
    const post = async (text: string) =>
      fetch(`http://127.0.0.1:${port}`, {
        method: 'POST',
        headers: { 'x-service-signature': String(fresh?.headers['x-service-signature']) },
        body: text,
      }).then(
        ({ status }) => status,
        () => 0,
      )
    await expect.poll(() => post(fresh?.body.toString() ?? '')).toBe(200)
    expect(await post('{"event":"matter.created"}')).toBe(401)
  }
})
