import { createHmac } from 'node:crypto'

import { Webhook } from 'standardwebhooks'
import { describe, expect, expectTypeOf, it } from 'vitest'

import type { Matter } from '../src/index.ts'
import {
  ConfigError,
  constructEvent,
  signPayload,
  verifySignature,
  WebhookVerificationError,
} from '../src/webhooks/index.ts'
import type { DeletedRecord } from '../src/webhooks/index.ts'
import { matter } from './service.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const older = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const at = Date.parse('2026-08-01T12:00:00.000Z')
const now = () => at

const bodyOf = (more: object = {}) =>
  JSON.stringify({
    event: 'matter.created',
    delivery_id: 'd-1',
    timestamp: '2026-08-01T12:00:00.000Z',
    data: matter,
    event_id: 'e-1',
    created_at: '2026-08-01T11:59:59.000Z',
    attempt: 1,
    environment: 'test',
    ...more,
  })
const hexOf = (body: string | Uint8Array, key = secret) => createHmac('sha256', key).update(body).digest('hex')
const own = (body: string | Uint8Array, key = secret) => ({ 'x-service-signature': `sha256=${hexOf(body, key)}` })
const standard = (body: string, key = secret, id = 'e-1', date = new Date(at)) => ({
  'webhook-id': id,
  'webhook-timestamp': String(date.getTime() / 1000),
  'webhook-signature': new Webhook(key).sign(id, date, body),
})
const refused = (code: string) => expect.objectContaining({ name: 'WebhookVerificationError', code })

describe('signPayload', () => {
  it('says what it needs instead of a hint for receivers', async () => {
    const advice = 'Pass the body that you send'
    await expect(signPayload('', secret)).rejects.toThrow(`The body is empty. ${advice}`)
    await expect(signPayload({} as never, secret)).rejects.toThrow(`The body must be a string or bytes. ${advice}`)
    await expect(signPayload('', secret)).rejects.toMatchObject({ code: 'body_empty' })
    await expect(verifySignature('', {}, secret)).rejects.toThrow('express.raw')
  })

  it('makes the golden vector', async () => {
    await expect(signPayload('{"id":"evt_1","type":"matter.created"}', 'whk_test')).resolves.toBe(
      'sha256=75ddc36a2ba9de933098a10272569251f7cd067376f8b2c3d861af3be84aec87',
    )
  })

  it('is not what Standard Webhooks signs, whose golden vector verifies too', async () => {
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    }
    const golden = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    await verifySignature('{"test": 2432232314}', headers, golden)
    await verifySignature('{"test": 2432232314}', headers, golden.slice(6))
    await expect(verifySignature('{"test":2432232314}', headers, golden)).rejects.toEqual(refused('signature_mismatch'))
  })

  it('keys with the whole secret, and signs texts and bytes alike', async () => {
    const body = '{"name":"Müller & Søn ⚖"}'
    const expected = `sha256=${hexOf(body)}`
    const bytes = new TextEncoder().encode(body)
    const copies = [body, bytes, Buffer.from(body), bytes.buffer]
    expect(await Promise.all(copies.map((copy) => signPayload(copy, secret)))).toEqual(copies.map(() => expected))
  })
})

describe('a genuine delivery', () => {
  it('gives its event, narrowed by kind', async () => {
    const body = bodyOf()
    const event = await constructEvent(body, own(body), secret, { now })
    expect(event).toEqual(JSON.parse(body))
    if (event.event === 'matter.created') expectTypeOf(event.data).toEqualTypeOf<Matter>()
    // A key of metadata that is new has no old value.
    type Before = Omit<Matter, 'metadata'> & { metadata: Record<string, string | null> }
    if (event.event === 'matter.updated') expectTypeOf(event.previous).branded.toEqualTypeOf<Partial<Before>>()
    if (event.event === 'matter.deleted') expectTypeOf(event.data).toEqualTypeOf<DeletedRecord>()
    if (event.event === '$unknown') expectTypeOf(event.rawEvent).toEqualTypeOf<string>()
  })

  it('of a kind that came later reaches the caller as unknown', async () => {
    const body = bodyOf({ event: 'matter.archived', data: { id: 1 } })
    await expect(constructEvent(body, own(body), secret, { now })).resolves.toMatchObject({
      event: '$unknown',
      rawEvent: 'matter.archived',
      data: { id: 1 },
      event_id: 'e-1',
    })
  })

  it.each(['__proto__', 'constructor', 'toString'])('of the kind %s is unknown too', async (event) => {
    const body = bodyOf({ event })
    await expect(constructEvent(body, own(body), secret, { now })).resolves.toMatchObject({
      event: '$unknown',
      rawEvent: event,
    })
  })

  it.each<[string, (value: string) => Parameters<typeof verifySignature>[1]]>([
    ['Headers', (value) => new Headers({ 'X-Service-Signature': value })],
    ["Node's record", (value) => ({ 'x-service-signature': value })],
    ['a record in another case', (value) => ({ 'X-SERVICE-Signature': value })],
    ['a record of lists', (value) => ({ 'x-service-signature': [value] })],
    ['a Map', (value) => new Map([['x-service-signature', value]])],
    ['the value alone', (value) => value],
    [
      'an object with get',
      (value) => ({ get: (name: string) => (name === 'x-service-signature' ? value : undefined) }),
    ],
    [
      'digits in upper case',
      (value) => ({ 'x-service-signature': value.replace(/[a-f]/g, (digit) => digit.toUpperCase()) }),
    ],
  ])('is accepted with its headers as %s', async (_name, headers) => {
    const body = bodyOf()
    await expect(verifySignature(body, headers(`sha256=${hexOf(body)}`), secret)).resolves.toBeUndefined()
  })

  it('is accepted while secrets are exchanged, whichever of the two is held', async () => {
    const body = bodyOf()
    const headers = { ...own(body), 'x-service-signature-previous': `sha256=${hexOf(body, older)}` }
    for (const held of [secret, older, [secret, older], ['whsec_other', older]])
      await verifySignature(body, headers, held)
    await verifySignature(body, { 'x-service-signature-previous': `sha256=${hexOf(body, older)}` }, older)
    await expect(verifySignature(body, headers, 'whsec_other')).rejects.toEqual(refused('signature_mismatch'))
  })

  it('is accepted by its Standard Webhooks headers alone, of two signatures too', async () => {
    const body = bodyOf()
    await verifySignature(body, standard(body), secret)
    const both = {
      ...standard(body),
      'webhook-signature': `${standard(body, older)['webhook-signature']} ${standard(body)['webhook-signature']}`,
    }
    await verifySignature(body, both, secret)
    await verifySignature(body, both, older)
    await expect(verifySignature(body, { ...standard(body), 'webhook-id': 'e-2' }, secret)).rejects.toEqual(
      refused('signature_mismatch'),
    )
  })

  it('may hold NUL, odd Unicode, and 5 MB', async () => {
    const body = bodyOf({ data: { text: '\u0000 😀 \u2028 é', filler: 'x'.repeat(5_000_000) } })
    await expect(constructEvent(Buffer.from(body), own(body), secret, { now })).resolves.toMatchObject({
      data: { text: '\u0000 😀 \u2028 é' },
    })
  })
})

describe('a delivery is refused', () => {
  it.each<[string, string, () => [unknown, object | string, (string | string[])?]]>([
    ['without a signature', 'missing_signature', () => [bodyOf(), {}]],
    [
      'with a signature of another form',
      'malformed_signature',
      () => [bodyOf(), { 'x-service-signature': 'sha256=zz' }],
    ],
    ['with a bare digest', 'malformed_signature', () => [bodyOf(), hexOf(bodyOf())]],
    ['with the signature of another body', 'signature_mismatch', () => [bodyOf(), own('{}')]],
    ['with another secret', 'signature_mismatch', () => [bodyOf(), own(bodyOf()), older]],
    [
      'with the bytes of the secret decoded',
      'signature_mismatch',
      () => [
        bodyOf(),
        { 'x-service-signature': `sha256=${createHmac('sha256', Buffer.alloc(32, 7)).update(bodyOf()).digest('hex')}` },
      ],
    ],
    [
      'when it was serialised again',
      'signature_mismatch',
      () => [JSON.stringify(JSON.parse(bodyOf()), undefined, 1), own(bodyOf())],
    ],
    ['when it was parsed', 'body_not_raw', () => [JSON.parse(bodyOf()), own(bodyOf())]],
    ['when there is no body', 'body_not_raw', () => [undefined, own(bodyOf())]],
    ['when the body is empty', 'body_empty', () => ['', own('')]],
    ['when it is larger than allowed', 'body_too_large', () => ['x'.repeat(5 * 1024 * 1024 + 1), own('')]],
    ['when it is no JSON', 'invalid_json', () => ['{', own('{')]],
    ['when its bytes are no UTF-8', 'invalid_json', () => [Uint8Array.of(0xff), own(Uint8Array.of(0xff))]],
    ['when it is no object', 'invalid_event', () => ['[]', own('[]')]],
    ['when it has no event', 'invalid_event', () => ['{"data":{}}', own('{"data":{}}')]],
    [
      'when it has no timestamp',
      'timestamp_missing',
      () => [bodyOf({ timestamp: undefined }), own(bodyOf({ timestamp: undefined }))],
    ],
  ])('%s', async (_name, code, make) => {
    const [body, headers, held = secret] = make()
    await expect(constructEvent(body as string, headers as Headers, held, { now })).rejects.toEqual(refused(code))
  })

  it('with a word on what to mount when the body was not raw', async () => {
    const body = bodyOf()
    await expect(constructEvent(JSON.parse(body), own(body), secret)).rejects.toThrow('express.raw')
    await expect(constructEvent(`${body} `, own(body), secret)).rejects.toThrow('express.raw')
  })

  it.each([
    [-301_000, 'timestamp_too_new'],
    [301_000, 'timestamp_too_old'],
  ])('%i ms after it was signed', async (age, code) => {
    const body = bodyOf()
    await expect(constructEvent(body, own(body), secret, { now: () => at + age })).rejects.toEqual(refused(code))
    await expect(
      constructEvent(body, own(body), secret, { now: () => at + age, toleranceSeconds: false }),
    ).resolves.toBeDefined()
    await expect(
      constructEvent(body, own(body), secret, { now: () => at + age - Math.sign(age) * 1000 }),
    ).resolves.toBeDefined()
  })

  it.each<[unknown]>([[''], [' '], [[]], [undefined]])('as our own mistake when the secret is %j', async (held) => {
    const body = bodyOf()
    await expect(verifySignature(body, own(body), held as string)).rejects.toBeInstanceOf(ConfigError)
  })

  it('with the status to answer it', () => {
    const status = (code: ConstructorParameters<typeof WebhookVerificationError>[0]) =>
      new WebhookVerificationError(code, '').status
    expect([
      status('missing_signature'),
      status('timestamp_too_old'),
      status('body_not_raw'),
      status('body_too_large'),
    ]).toEqual([401, 401, 400, 413])
  })

  it('without the secret in the error', async () => {
    const error = await verifySignature(bodyOf(), own('{}'), secret).catch((thrown: unknown) => thrown)
    expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain('whsec_Bw')
  })
})
