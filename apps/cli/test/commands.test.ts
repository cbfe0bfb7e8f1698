import { readdir } from 'node:fs/promises'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run, runHere } from './matterbase.ts'

let database: TestDatabase
const email = 'ada@example.com'
const allScopes =
  'matters:read,matters:write,clients:read,clients:write,leads:read,leads:write,invoices:read,webhooks:write'

beforeAll(async () => {
  database = await createTestDatabase()
  await answer('accounts', 'create', '--email', email, '--password', 'correct horse', '--name', 'Ada')
})
afterAll(() => database.close())

const matterbase = (...args: string[]) => runHere(args, { DATABASE_URL: database.url })

async function answer(...args: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await matterbase(...args, '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

async function refusal(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await matterbase(...args)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  return stderr
}

describe('the program', () => {
  const create = (address: string) =>
    run(['accounts', 'create', '--email', address, '--password', 'correct horse', '--json'], {
      DATABASE_URL: database.url,
    })

  it('answers on stdout and with exit code 0', async () => {
    const { code, stdout, stderr } = await create('Grace@Example.com')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(JSON.parse(stdout)).toEqual({ owner_uuid: uuid, email: 'grace@example.com', name: 'grace' })
  })

  it('refuses on stderr and with exit code 1', async () => {
    const stderr = 'matterbase: There is already an account for ada@example.com\n'
    expect(await create(email)).toEqual({ code: 1, stdout: '', stderr })
  })
})

describe('accounts create', () => {
  it('refuses an email that is taken', async () => {
    const args = ['accounts', 'create', '--email', email, '--password', 'correct horse']
    expect(await refusal(...args)).toBe('matterbase: There is already an account for ada@example.com\n')
  })

  it.each([
    ['nine char', 'The password must have at least 10 characters'],
    ['x'.repeat(129), 'The password must have at most 128 characters'],
    ['Password123', 'The password is one of the first that are tried: choose another'],
    ['1qaz2wsx3edc4rfv', 'The password is one of the first that are tried: choose another'],
    ['New@Example.com', 'The password must not be your name or email address'],
  ])('refuses the password %s, which the dashboard refuses too', async (password, message) => {
    const args = ['accounts', 'create', '--email', 'new@example.com', '--password', password]
    expect(await refusal(...args)).toBe(`matterbase: ${message}\n`)
  })

  it('names an option that is missing', async () => {
    const message = 'matterbase: accounts create needs --password; see matterbase accounts create --help\n'
    expect(await refusal('accounts', 'create', '--email', email)).toBe(message)
  })
})

describe('accounts reset-password', () => {
  it('answers a link that is good for half an hour, at the address that browsers use', async () => {
    const before = Date.now()
    const { code, stdout } = await runHere(['accounts', 'reset-password', '--account', email.toUpperCase(), '--json'], {
      DATABASE_URL: database.url,
      PUBLIC_URL: 'https://firm.example/',
    })
    expect(code).toBe(0)
    const link = JSON.parse(stdout) as { url: string; expires_at: string }
    expect(link.url).toMatch(/^https:\/\/firm\.example\/reset\/[\w-]{43}$/)
    const expiry = Date.parse(link.expires_at) - 30 * 60_000
    expect(expiry).toBeGreaterThanOrEqual(before - 1_000)
    expect(expiry).toBeLessThanOrEqual(Date.now() + 1_000)
  })

  it('refuses an email that nobody signs in with', async () => {
    const message = 'matterbase: Nobody signs in as nobody@example.com\n'
    expect(await refusal('accounts', 'reset-password', '--account', 'nobody@example.com')).toBe(message)
  })
})

describe('keys', () => {
  it('are made live and free with all scopes unless told otherwise', async () => {
    const key = {
      id: expect.any(Number),
      name: 'crm',
      environment: 'live',
      scopes: allScopes.split(','),
      rate_tier: 'free',
    }
    const created = await answer('keys', 'create', '--account', email, '--name', 'crm')
    expect(created).toEqual({ ...key, key: expect.stringMatching(/^mb_live_[0-9A-Za-z]{43}$/) })
    const options = ['--environment', 'test', '--tier', 'pro', '--scopes', 'matters:read, leads:write']
    const other = { name: 'erp', environment: 'test', scopes: ['matters:read', 'leads:write'], rate_tier: 'pro' }
    expect(await answer('keys', 'create', '--account', email, '--name', 'erp', ...options)).toMatchObject(other)
  })

  it('are listed without the key itself, and revoked', async () => {
    const created = await answer('keys', 'create', '--account', email, '--name', 'gone')
    const { key, id, ...rest } = created as { key: string; id: number }
    const revoked = await answer('keys', 'revoke', String(id), '--account', email)
    expect(revoked).toEqual({ id, revoked_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) })
    const list = await answer('keys', 'list', '--account', email)
    expect(list).toContainEqual({
      id,
      ...rest,
      created_by: null,
      last_used_at: null,
      revoked_at: (revoked as { revoked_at: string }).revoked_at,
    })
    expect(JSON.stringify(list)).not.toContain(key)
    const { id: userId } = await database.db.user.findUniqueOrThrow({ where: { email } })
    await database.db.$executeRaw`UPDATE api_keys SET created_by = ${userId}::text::uuid WHERE id = ${id}`
    expect(await answer('keys', 'list', '--account', email)).toContainEqual(
      expect.objectContaining({ id, created_by: { id: userId, email, name: 'Ada' } }),
    )
    expect((await matterbase('keys', 'list', '--account', email)).stdout).toMatch(
      new RegExp(`^${id}  gone  live  free  revoked `, 'm'),
    )
  })

  it.each([
    [['keys', 'create', '--account', 'no@example.com', '--name', 'x'], 'There is no account for no@example.com'],
    [
      ['keys', 'create', '--account', email, '--name', 'x', '--tier', 'gold'],
      '--tier must be one of free, pro, enterprise',
    ],
    [
      ['keys', 'create', '--account', email, '--name', 'x', '--environment', 'dev'],
      '--environment must be one of live, test',
    ],
    [
      ['keys', 'create', '--account', email, '--name', 'x', '--scopes', 'matter'],
      'There is no scope "matter": the scopes are matters:read,',
    ],
    [['keys', 'revoke', '999999', '--account', email], 'ada@example.com has no key 999999'],
    [['keys', 'revoke', 'x', '--account', email], '"x" is not the id of a key'],
    [['keys', 'revoke', '--account', email], 'Usage: matterbase keys revoke ID --account E'],
    [['keys', 'list', '--acount', email], "Unknown option '--acount'; see matterbase keys list --help"],
    [['keys', 'list', '--account'], "Option '--account <value>' argument missing; see matterbase keys list --help"],
  ])('%j is refused in one sentence', async (args, message) => {
    expect(await refusal(...args)).toContain(`matterbase: ${message}`)
  })
})

describe('migrate', () => {
  it('answers what it applied, once', async () => {
    const empty = await createTestDatabase({ migrated: false })
    const migrate = () => runHere(['migrate', '--json'], { DATABASE_URL: empty.url })
    const folder = new URL('../../../prisma/migrations', import.meta.url)
    const all = (await readdir(folder)).filter((name) => /^\d{14}_/.test(name)).toSorted()
    expect(JSON.parse((await migrate()).stdout)).toEqual({ applied: all })
    expect(JSON.parse((await migrate()).stdout)).toEqual({ applied: [] })
    await empty.close()
  })

  it('is asked for by a command on a database without tables', async () => {
    const empty = await createTestDatabase({ migrated: false })
    const { code, stderr } = await runHere(['keys', 'list', '--account', email], { DATABASE_URL: empty.url })
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'matterbase: The database has no tables yet: run "matterbase migrate" first\n',
    })
    await empty.close()
  })
})

describe('help', () => {
  it.each(['start', 'api', 'worker', 'migrate', 'accounts create', 'keys create', 'keys list', 'keys revoke'])(
    'explains %s',
    async (name) => {
      const { code, stdout, stderr } = await matterbase(...name.split(' '), '--help')
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toContain(`  matterbase ${name}`)
      expect(stdout).toMatch(/Example: matterbase .+\n$/)
    },
  )

  it('lists the commands, those of a group too, and refuses others', async () => {
    expect((await matterbase('--help')).stdout).toMatch(
      /matterbase start .+\n.+matterbase api .+\n.+matterbase worker .+\n.+matterbase migrate .+\n/,
    )
    expect((await matterbase('keys', '--help')).stdout).not.toContain('matterbase start')
    expect(await refusal()).toContain('matterbase start')
    expect(await refusal('keys')).toContain('matterbase keys revoke')
    expect(await refusal('stat')).toContain('there is no command "stat"')
  })
})

it('says what to do when no database runs in the data folder', async () => {
  const { code, stderr } = await runHere(['keys', 'list', '--account', email], { DATA_DIR: '/tmp/no-such-folder' })
  const message =
    'No database runs in DATA_DIR /tmp/no-such-folder: run "npx pnpm@12 start" beside this, or set DATABASE_URL'
  expect({ code, stderr }).toEqual({ code: 1, stderr: `matterbase: ${message}\n` })
})

describe('invoices', () => {
  it('are made and paid, answered as the API answers them', async () => {
    const created = await answer(
      'invoices',
      'create',
      '--account',
      email,
      '--number',
      'A-1',
      '--total',
      '1250.50',
      '--due-date',
      '2026-04-14',
    )
    const invoice = {
      invoice_id: expect.any(Number),
      invoice_number: 'A-1',
      case_id: null,
      client_user_id: null,
      total_amount: 1250.5,
      status: 'draft',
      issue_date: null,
      due_date: '2026-04-14',
      paid_date: null,
      amount_paid: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      currency: null,
    }
    expect(created).toEqual(invoice)
    const id = String((created as { invoice_id: number }).invoice_id)
    for (const _ of [1, 2]) {
      const paid = await answer('invoices', 'update', id, '--account', email, '--status', 'paid')
      expect(paid).toEqual({ ...invoice, status: 'paid', amount_paid: 1250.5, paid_date: expect.any(String) })
    }
    expect(await database.db.event.count({ where: { kind: 'invoice.paid' } })).toBe(1)
  })

  it.each([
    [['create', '--number', 'B', '--total', 'x'], '--total must be an amount'],
    [['create', '--number', 'B', '--total', '1e13'], '--total must be an amount'],
    [['create', '--number', 'B', '--total', '1', '--due-date', '2026-02-30'], '--due-date must be a date'],
    [['create', '--number', 'B', '--total', '1', '--status', 'open'], '--status must be one of draft, sent'],
    [['create', '--number', 'B', '--total', '1', '--client', '987'], '987 does not name one of the clients'],
    [['create', '--number', 'A-1', '--total', '1'], 'There is an invoice with the number A-1 already'],
    [['update', 'x', '--status', 'paid'], 'ID must be the id of a record'],
    [['update', '987', '--status', 'paid'], 'There is no invoice 987 in this workspace'],
  ])('refuse %j', async (args, message) => {
    expect(await refusal('invoices', ...args, '--account', email)).toContain(message)
  })
})

describe('documents', () => {
  it('are made, then signed once', async () => {
    const signer = ['--signer-name', 'Jane Doe', '--signer-email', 'jane@example.com']
    const created = await answer(
      'documents',
      'create',
      '--account',
      email,
      '--environment',
      'test',
      '--title',
      'Letter',
      ...signer,
    )
    const document = {
      document_id: expect.any(Number),
      title: 'Letter',
      case_id: null,
      client_id: null,
      status: 'sent',
      signer_name: 'Jane Doe',
      signer_email: 'jane@example.com',
      signed_at: null,
      created_at: expect.stringMatching(/Z$/),
    }
    expect(created).toEqual(document)
    const id = String((created as { document_id: number }).document_id)
    expect(await refusal('documents', 'sign', id, '--account', email)).toContain(`There is no document ${id}`)
    for (const _ of [1, 2]) {
      const signed = await answer('documents', 'sign', id, '--account', email, '--environment', 'test')
      expect(signed).toEqual({ ...document, status: 'signed', signed_at: expect.stringMatching(/Z$/) })
    }
    expect(await database.db.event.count({ where: { kind: 'document.signed' } })).toBe(1)
  })
})
