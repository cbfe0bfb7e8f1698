import { contract } from '@matterbase/schemas'
import { Matterbase } from '@matterbase/sdk'
import { fixtures, mockFetch } from '@matterbase/sdk/testing'
import { describe, expect, it } from 'vitest'
import { tools } from '../src/tools.ts'

it('a tool takes the fields of the contract', () => {
  const schemaOf = (name: string) => tools.find((tool) => tool.name === name)?.inputSchema
  const upsert = schemaOf('upsert_matter')
  expect(Object.keys(upsert?.properties ?? {}).toSorted()).toEqual(
    Object.keys(contract.matters.upsert.body.shape).toSorted(),
  )
  expect(upsert?.required).toEqual(['external_id'])
  expect(JSON.stringify(upsert?.properties?.['status'])).toContain('"Case Won"')
  expect(schemaOf('list_matters')?.properties?.['limit']).toMatchObject({ type: 'integer' })
  expect(schemaOf('get_matter')).toMatchObject({ required: ['id'], properties: { id: { type: 'integer' } } })
  expect(JSON.stringify(schemaOf('get_invoice')?.properties?.['expand'])).toContain('"payments"')
})

describe('log_time', () => {
  const people = [
    fixtures.user({ id: '1', name: 'Ada Lovelace', email: 'ada@example.com', initials: 'AL' }),
    fixtures.user({ id: '2', name: 'Ada Byron', email: 'byron@example.com', initials: 'AB' }),
    fixtures.user({ id: '3', name: 'Dr. Ben Hale', email: null, initials: 'BH' }),
  ]
  const log = async (input: object) => {
    const fetch = mockFetch({ 'users.list': people, 'timeEntries.create': fixtures.timeEntry() })
    const mb = new Matterbase({ apiKey: 'mb_test_x', baseUrl: 'https://example.com/api/v1', fetch })
    await tools.find(({ name }) => name === 'log_time')?.run(mb, { duration: 1, ...input }, [])
    return fetch.calls.findLast(({ operation }) => operation === 'timeEntries.create')?.body
  }

  it.each([
    ['Ada Lovelace', '1'],
    ['BYRON@example.com', '2'],
    ['byron', '2'],
    ['ben hale', '3'],
    ['AL', '1'],
    ['3', '3'],
  ])('finds the member %j', async (user, id) => {
    expect(await log({ user })).toEqual({ duration: 1, user_id: id })
  })

  it('needs no member', async () => {
    expect(await log({})).toEqual({ duration: 1 })
  })

  it.each([
    ['Ada', 'user: 2 members match "Ada": Ada Lovelace (ada@example.com), Ada Byron (byron@example.com).'],
    ['Grace', 'user: no member matches "Grace". Members: Ada Lovelace (ada@example.com), Ada Byron'],
    [' ', 'user: no member matches'],
  ])('refuses %j with the candidates', async (user, sentence) => {
    await expect(log({ user })).rejects.toThrow(sentence)
  })
})
