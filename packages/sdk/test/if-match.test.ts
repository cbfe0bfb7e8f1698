import { expect, it } from 'vitest'

import { ConfigError, PreconditionFailedError } from '../src/index.ts'
import { client, fetchOf, json, matter } from './service.ts'

const etag = 'Qm3xVa-0002f0a91c3b5e40'

it.each([
  [etag, `"${etag}"`],
  [`"${etag}"`, `"${etag}"`],
  ['*', '*'],
])('sends ifMatch %s of update, upsert and delete as the header', async (ifMatch, header) => {
  const { fetch, calls } = fetchOf(json({ data: matter, created: false }))
  const { matters } = client({ fetch })
  await matters.update(7, { status: 'Settled' }, { ifMatch, headers: { 'x-own': 'kept' } })
  await matters.upsert('crm-7', { status: 'Settled' }, { ifMatch })
  await matters.delete(7, { ifMatch })
  await matters.delete(7)
  expect(calls.map(({ init }) => new Headers(init.headers).get('if-match'))).toEqual([header, header, header, null])
  expect(new Headers(calls[0]?.init.headers).get('x-own')).toBe('kept')
})

it('refuses an empty ifMatch, which would overwrite newer changes', async () => {
  const { fetch } = fetchOf(json({ data: matter }))
  await expect(client({ fetch }).matters.update(7, {}, { ifMatch: '' })).rejects.toBeInstanceOf(ConfigError)
})

it('gives the current etag of a record that changed, also of a row', async () => {
  const changed = { error: 'The record changed', code: 'precondition_failed', id: 7, etag }
  const { fetch } = fetchOf(json(changed, 412))
  const error = await client({ fetch })
    .matters.update(7, {}, { ifMatch: 'old' })
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(PreconditionFailedError)
  expect(error).toMatchObject({ etag })
  const { fetch: bulk } = fetchOf(json({ results: [{ index: 0, status: 412, ...changed }] }))
  const [row] = await client({ fetch: bulk }).matters.bulk([
    { external_id: 'crm-7', title: 'A', if_match: ['old', 'older'] },
  ])
  expect(row?.error).toBeInstanceOf(PreconditionFailedError)
  expect(row?.error).toMatchObject({ etag })
})
