import { readFileSync } from 'node:fs'
import { contract } from '@matterbase/schemas'
import { Matterbase } from '@matterbase/sdk'
import { fixtures, mockFetch } from '@matterbase/sdk/testing'
import { describe, expect, it } from 'vitest'
import { toolsFile, toolsPage } from '../scripts/tools-page.ts'
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

it('the page lists every tool (`npx pnpm@12 generate` writes it)', () => {
  const withoutLayout = (page: string) => page.replaceAll(/ +|-{3,}/g, ' ')
  expect(withoutLayout(readFileSync(toolsFile, 'utf8'))).toBe(withoutLayout(toolsPage()))
})

describe('log_time', () => {
  const people = [
    fixtures.user({ id: '1', name: 'Ada Lovelace', email: 'ada@example.com', initials: 'AL' }),
    fixtures.user({ id: '2', name: 'Ada Byron', email: 'byron@example.com', initials: 'AB' }),
    fixtures.user({ id: '3', name: 'Dr. Ben Hale', email: null, initials: 'BH' }),
  ]
  const keyOf = (actsFor: string | null) => {
    const identity = fixtures.me()
    return { ...identity, key: { ...identity.key, acts_for: actsFor } }
  }
  const log = async (input: object, actsFor: string | null = null) => {
    const answers = { 'users.list': people, 'timeEntries.create': fixtures.timeEntry(), me: keyOf(actsFor) }
    const fetch = mockFetch(answers)
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

  it('needs no member with an API key that acts for one', async () => {
    expect(await log({}, '1')).toEqual({ duration: 1 })
  })

  it.each([{}, { user_id: null }])(
    'asks who worked, with an API key that acts for no member, for %j',
    async (input) => {
      await expect(log(input)).rejects.toThrow(
        'user: is required, because this API key acts for no member. Ask who did the work. Members: Ada Lovelace (ada@example.com), Ada Byron',
      )
      expect(await log({ user_id: '2' })).toEqual({ duration: 1, user_id: '2' })
    },
  )

  it.each([
    ['Ada', 'user: 2 members match "Ada": Ada Lovelace (ada@example.com), Ada Byron (byron@example.com).'],
    ['Grace', 'user: no member matches "Grace". Members: Ada Lovelace (ada@example.com), Ada Byron'],
    [' ', 'user: no member matches'],
  ])('refuses %j with the candidates', async (user, sentence) => {
    await expect(log({ user })).rejects.toThrow(sentence)
  })
})
