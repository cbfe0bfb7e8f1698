import { accountContract, contract, dashContract, recordContracts } from '@matterbase/schemas'
import type { Operation, Resource } from '@matterbase/schemas'
import { password } from '@matterbase/domain/testing'
import { validBody } from '@matterbase/schemas/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from './dash-browser.ts'
import type { Browser } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

const { me: _ofKeys, ...shared } = contract

interface Mounted {
  readonly operation: Operation<string>
  readonly prefixes: readonly string[]
}

const mounted = (prefixes: readonly string[], resources: Readonly<Record<string, Resource<string>>>): Mounted[] =>
  Object.values(resources)
    .flatMap((resource) => Object.values(resource))
    .filter(({ lines }) => !lines)
    .map((operation) => ({ operation, prefixes }))

// Everything that the dashboard can ask; a new operation of a contract is in the tables automatically.
const all = [...mounted(['/live', '/test'], { ...shared, ...dashContract }), ...mounted([''], accountContract)]

const named = (select: (operation: Operation<string>) => unknown) =>
  all
    .filter(({ operation }) => select(operation))
    .map((each) => [`${each.operation.method.toUpperCase()} ${each.operation.path}`, each] as const)

/** Bodies of operations whose example is none for this. */
const bodies: Readonly<Record<string, object>> = {
  setTaxRates: { data: [] },
  ...Object.fromEntries(
    Object.values(recordContracts).map(({ operations }) => [operations.bulkDelete.operationId, { ids: [987_654_321] }]),
  ),
}

/** A value for each field that alone makes an operation sensitive. */
const values: Readonly<Record<string, unknown>> = {
  url: 'https://example.com/elsewhere',
  events: ['ping.test'],
  account_holder: 'Eve',
  bank_name: 'Bank',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  document_years: 1,
}

let api: Api
let owner: Browser

beforeAll(async () => {
  api = await startApi()
  owner = await signIn(api)
})
afterAll(() => api.close())

const age = () => api.db.run`UPDATE sessions SET authenticated_at = now() - interval '11 minutes'`
const typeAgain = () => owner.call('POST', '/re-authenticate', { body: { password } })

const uuid = '3f1d8f0e-52a4-4c7b-8a36-90c1de5b7a21'
const pathOf = ({ path }: Operation<string>) =>
  path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    /members|timekeepers|sessions/.test(path) || name === 'user_id' ? uuid : '987654321',
  )

async function codeOf({ operation }: Mounted, prefix: string, body: object | undefined) {
  const reply = await owner.call(operation.method.toUpperCase(), prefix + pathOf(operation), { ...(body && { body }) })
  return reply.body.code
}

/** The bodies that need the password, and one that does not. */
function bodiesOf(operation: Operation<string>) {
  const { password: rule } = operation
  if (!rule?.fields) return { sensitive: [bodies[operation.operationId] ?? validBody(operation)], harmless: undefined }
  return {
    sensitive: rule.fields.map((field) => {
      if (!(field in values)) throw new Error(`Give a value for ${field} in this test`)
      return { [field]: values[field] }
    }),
    harmless: {},
  }
}

describe('an operation that needs a recent password', () => {
  it.each(named(({ password: rule }) => rule))('%s is refused 10 minutes after it was typed', async (_name, each) => {
    const { sensitive, harmless } = bodiesOf(each.operation)
    const isLiveOnly = each.operation.password?.when === 'in live'
    for (const prefix of each.prefixes)
      for (const body of sensitive) {
        await age()
        const isAsked = prefix !== '/test' || !isLiveOnly
        expect([prefix, body, (await codeOf(each, prefix, body)) === 'password_needed']).toEqual([
          prefix,
          body,
          isAsked,
        ])
        await typeAgain()
        expect(await codeOf(each, prefix, body)).not.toBe('password_needed')
      }
    await age()
    if (harmless)
      for (const prefix of each.prefixes) expect(await codeOf(each, prefix, harmless)).not.toBe('password_needed')
  })
})

/** Changes of what decides who gets in, what leaves the account and where money goes, and why they do without. */
const withoutPassword: Readonly<Record<string, string>> = {
  withdrawInvite: 'takes access away',
  revokeKey: 'takes access away',
  endSession: 'takes access away',
  endOtherSessions: 'takes access away',
  reAuthenticate: 'takes the password itself',
  changePassword: 'takes the password itself',
  switchAccount: 'goes where the user is a member already',
  updateProfile: 'a name',
  updateAccount: 'a name',
  setTimekeeper: 'a name in LEDES files',
  setMemberInitials: 'a name',
  setMatterNumbers: 'the numbers of new matters',
  confirmNumber: 'the number of the next invoice, once after a restore',
  createCustomField: 'a name and a type',
  updateCustomField: 'a name',
  orderCustomFields: 'an order',
  deleteCustomField: 'can be undone for 30 days',
  resetSampleData: 'in test only',
  deleteWebhook: 'ends deliveries, and starts none',
  testWebhook: 'sends no record',
  retryWebhookDelivery: 'to an address that needed the password',
  replayWebhookDeliveries: 'to an address that needed the password',
  createInbox: 'receives on this server',
  clearInbox: 'forgets what was received',
  deleteInbox: 'ends deliveries, and starts none',
}

const isSensitive = ({ method, path, scope, operationId }: Operation<string>) =>
  method !== 'get' &&
  (['members:write', 'keys:write', 'settings:write', 'webhooks:write'].includes(scope ?? '') ||
    all.some(({ operation, prefixes }) => operation.operationId === operationId && prefixes.length === 1) ||
    path.endsWith('/bulk-delete') ||
    (path.endsWith('/bulk') && method === 'delete'))

describe('a change of access, addresses, money or many records', () => {
  it.each(named(isSensitive))('%s needs a recent password, or has a reason here', (_name, { operation }) => {
    const hasReason = operation.operationId in withoutPassword
    expect([Boolean(operation.password), hasReason].filter(Boolean)).toHaveLength(1)
  })
})
