import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { constructEvent } from '@matterbase/sdk/webhooks'
import { Webhook } from 'standardwebhooks'
import { expect, it, vi } from 'vitest'
import { defaults } from '../src/settings.ts'
import { serviceSignature, standardSignature, toSigningKey } from '../src/sign.ts'

const text = await readFile(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')
const blocks = (language: string) =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\n\`\`\``, 'g'))].map(([, content = '']) => content)
const [secret = '', bodyText = ''] = blocks('text')
const [headerLines = ''] = blocks('http')
const body = Buffer.from(bodyText)
const headers = Object.fromEntries(
  headerLines
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
)

it('the test vector for receivers is what we send', () => {
  const key = toSigningKey(secret)
  expect(serviceSignature(key, body)).toBe(headers['x-service-signature'])
  const [id = '', timestamp = ''] = [headers['webhook-id'], headers['webhook-timestamp']]
  expect(standardSignature(key, id, timestamp, body)).toBe(headers['webhook-signature'])
  expect(JSON.parse(body.toString())).toMatchObject({ event_id: id })
})

it('the test vector is accepted by plain HMAC, the SDK and a Standard Webhooks library', async () => {
  expect(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`).toBe(headers['x-service-signature'])
  vi.useFakeTimers({ now: Number(headers['webhook-timestamp']) * 1_000, toFake: ['Date'] })
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({ event: 'matter.created' })
  expect(await constructEvent(body, headers, secret)).toMatchObject({ event: 'matter.created', attempt: 1 })
  vi.useRealTimers()
})

it('the documented retry schedule is the default', () => {
  const sentence = /at once, then after (.*?), each measured/s.exec(text)?.[1] ?? ''
  const unit = { s: 1, min: 60, h: 3_600 } as const
  const waits = [...sentence.matchAll(/(\d+)\s(s|min|h)\b/g)].map(
    ([, count, name]) => Number(count) * unit[name as keyof typeof unit],
  )
  expect([0, ...waits]).toEqual(defaults.schedule)
})
