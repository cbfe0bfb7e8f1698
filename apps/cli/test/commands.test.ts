import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readBuild } from '@matterbase/config'
import { findLink, findUser, verifyPassword } from '@matterbase/domain'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bin, run, runHere } from './matterbase.ts'

let database: TestDatabase
const email = 'ada@example.com'
const allScopes =
  'matters:read,matters:write,clients:read,clients:write,leads:read,leads:write,invoices:read,documents:read,webhooks:write,users:read,external_records:write'

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

it('database url prints a connection string that works', async () => {
  expect(await answer('database', 'url')).toEqual({ url: database.url })
  expect(await matterbase('database', 'url')).toEqual({ code: 0, stdout: `${database.url}\n`, stderr: '' })
})

describe('accounts limits', () => {
  const account = 'limits@example.com'
  const limits = (...args: string[]) => answer('accounts', 'limits', '--account', account, ...args)

  it('shows the limits of an account, and sets some of them', async () => {
    const made = await answer('accounts', 'create', '--email', account, '--password', 'correct horse')
    const defaults = {
      owner_uuid: (made as { owner_uuid: string }).owner_uuid,
      max_tier: 'pro',
      max_keys: 1_000,
      max_mails_per_day: 500,
      max_bytes: 21474836480,
      used_bytes: 0,
    }
    expect(await limits()).toEqual(defaults)
    const some = { ...defaults, max_tier: 'free', max_keys: 2, max_bytes: 500_000_000 }
    expect(await limits('--tier', 'free', '--keys', '2', '--bytes', '500MB')).toEqual(some)
    expect(await limits('--keys', 'default', '--mails-per-day', '0')).toEqual({
      ...some,
      max_keys: 1_000,
      max_mails_per_day: 0,
    })
    expect((await matterbase('accounts', 'limits', '--account', account)).stdout).toContain('API keys            1,000')
  })

  it('refuses keys beyond them', async () => {
    await limits('--tier', 'free', '--keys', '1')
    const create = ['keys', 'create', '--account', account, '--name', 'crm']
    expect(await refusal(...create, '--tier', 'pro')).toContain(
      'rate_tier is pro, and the operator of this server allows this account only free',
    )
    await answer(...create)
    expect(await refusal(...create)).toContain('This account has 1 of the 1 API keys that it can have.')
  })

  it.each([
    [['--keys', '-1'], '--keys is "-1": use a whole number from 0 to 2147483647, or "default"'],
    [['--bytes', '10 XB'], '--bytes is "10 XB": use a whole number, or one with a unit such as 500MB or 20GiB'],
    [['--tier', 'gold'], '--tier must be one of free, pro, enterprise, default'],
  ])('refuses %s', async (args, message) => {
    const [option = '', value = ''] = args
    expect(await refusal('accounts', 'limits', '--account', account, `${option}=${value}`)).toContain(message)
  })
})

describe('accounts create', () => {
  it.each([
    ['has the rate tier pro at most on a server that other machines can reach', { HOST: '0.0.0.0' }, 'pro'],
    ['has it behind a proxy too', { HOST: '127.0.0.1', TRUST_PROXY: '1' }, 'pro'],
    ['has no such limit on a server of this machine', { HOST: '127.0.0.1' }, 'enterprise'],
  ] as const)('makes an account that %s', async (title, reach, tier) => {
    const address = `${title.replaceAll(' ', '-')}@example.com`
    const args = ['accounts', 'create', '--email', address, '--password', 'correct horse']
    const { stdout } = await runHere(args, { DATABASE_URL: database.url, ...reach })
    expect(stdout.includes('rate tier pro at most')).toBe(tier === 'pro')
    expect(await answer('accounts', 'limits', '--account', address)).toMatchObject({ max_tier: tier })
  })

  it('refuses an email that is taken', async () => {
    const args = ['accounts', 'create', '--email', email, '--password', 'correct horse']
    expect(await refusal(...args)).toBe('matterbase: There is already an account for ada@example.com\n')
  })

  it.each([
    ['nine char', 'The password must have at least 10 characters'],
    ['x'.repeat(129), 'The password must have at most 128 characters'],
    ['Password123', 'The password is too common. Choose another one'],
    ['1qaz2wsx3edc4rfv', 'The password is too common. Choose another one'],
    ['New@Example.com', 'The password must not be your name or email address'],
  ])('refuses the password %s, which the dashboard refuses too', async (password, message) => {
    const args = ['accounts', 'create', '--email', 'new@example.com', '--password', password]
    expect(await refusal(...args)).toBe(`matterbase: ${message}\n`)
  })

  it('names an option that is missing', async () => {
    const message = 'matterbase: accounts create needs --email; see matterbase accounts create --help\n'
    expect(await refusal('accounts', 'create', '--name', 'Ada')).toBe(message)
  })

  it('makes a link that sets the password when none is given', async () => {
    const args = ['accounts', 'create', '--email', 'linked@example.com', '--json']
    const { code, stdout } = await runHere(args, { DATABASE_URL: database.url, PUBLIC_URL: 'https://firm.example' })
    const { url, ...rest } = JSON.parse(stdout) as { url: string }
    expect({ code, rest }).toMatchObject({ code: 0, rest: { email: 'linked@example.com', name: 'linked' } })
    expect(url).toMatch(/^https:\/\/firm\.example\/reset\/[\w-]{43}$/)
    expect((await findLink(database.db, url.split('/').at(-1) ?? '')).purpose).toBe('reset')
  })

  it('reads the password from a file and from standard input', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'matterbase-password-'))
    const file = join(folder, 'password')
    await writeFile(file, 'a few words that do well\n')
    const args = ['accounts', 'create', '--json', '--email']
    const env = { DATABASE_URL: database.url }
    expect(await runHere([...args, 'filed@example.com', '--password-file', file], env)).toMatchObject({ code: 0 })
    const piped = spawnSync(process.execPath, [bin, ...args, 'piped@example.com', '--password-file', '-'], {
      input: 'a few words that do well\n',
      env: { PATH: process.env['PATH'], ...env },
    })
    expect([piped.status, piped.stderr.toString()]).toEqual([0, ''])
    for (const address of ['filed@example.com', 'piped@example.com']) {
      const user = await findUser(database.db, { email: address })
      expect(await verifyPassword('a few words that do well', user?.password_hash ?? ''), address).toBe(true)
    }
    const both = ['--password', 'correct horse', '--password-file', file]
    expect(await refusal('accounts', 'create', '--email', 'both@example.com', ...both)).toContain(
      'cannot be used together',
    )
    const missing = await refusal('accounts', 'create', '--email', 'both@example.com', '--password-file', `${file}-`)
    expect(missing).toMatch(/--password-file \S+ cannot be read/)
    await rm(folder, { recursive: true })
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
    const message = 'matterbase: No user signs in as unknown@example.com\n'
    expect(await refusal('accounts', 'reset-password', '--account', 'unknown@example.com')).toBe(message)
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
      acts_for: null,
    }
    const created = await answer('keys', 'create', '--account', email, '--name', 'crm')
    expect(created).toEqual({ ...key, key: expect.stringMatching(/^mb_live_[0-9A-Za-z]{43}$/) })
    const options = ['--environment', 'test', '--tier', 'pro', '--scopes', 'matters:read, leads:write']
    const other = { name: 'erp', environment: 'test', scopes: ['matters:read', 'leads:write'], rate_tier: 'pro' }
    expect(await answer('keys', 'create', '--account', email, '--name', 'erp', ...options)).toMatchObject(other)
  })

  it('act for a member of the account, and for no other', async () => {
    const create = ['keys', 'create', '--account', email, '--name', 'phone', '--acts-for']
    const owner = await database.db.user.findFirstOrThrow({ where: { email } })
    expect(await answer(...create, email.toUpperCase())).toMatchObject({ acts_for: owner.id })
    expect(await refusal(...create, 'unknown@example.com')).toContain('has no member unknown@example.com')
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
    await database.db.run`UPDATE api_keys SET created_by = ${userId}::text::uuid WHERE id = ${id}`
    expect(await answer('keys', 'list', '--account', email)).toContainEqual(
      expect.objectContaining({ id, created_by: { id: userId, email, name: 'Ada' } }),
    )
    expect((await matterbase('keys', 'list', '--account', email)).stdout).toMatch(
      new RegExp(`^${id}  gone  live  free  revoked `, 'm'),
    )
  })

  it.each([
    [
      ['keys', 'create', '--account', 'no@example.com', '--name', 'x'],
      'No account has the email address no@example.com',
    ],
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
    [['keys', 'revoke', 'x', '--account', email], '"x" is not the ID of an API key'],
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

describe('--version', () => {
  it.each(['--version', '-v'])('%s shows the version and the commit', async (option) => {
    const commit = '0123456789abcdef0123456789abcdef01234567'
    const { version } = readBuild({})
    const env = { MATTERBASE_COMMIT: commit }
    expect(await runHere([option], env)).toEqual({
      code: 0,
      stdout: `matterbase ${version} (commit 0123456789ab)\n`,
      stderr: '',
    })
    expect(JSON.parse((await runHere([option, '--json'], env)).stdout)).toEqual({ version, commit })
  })
})

describe('help', () => {
  it('lists the environment variables that a program reads, with their defaults', async () => {
    const { stdout } = await matterbase('api', '--help')
    expect(stdout).toMatch(/^ {2}DATABASE_URL +PostgreSQL 14 or newer.* Required\.$/m)
    expect(stdout).toMatch(/^ {2}PORT +Port of the API process.* Default: 3000\.$/m)
    expect(stdout).not.toContain('WEBHOOK_RETRY_SCHEDULE')
  })

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
    expect(await refusal('stat')).toContain('no command "stat"')
  })
})

it('says what to do when no database runs in the data folder', async () => {
  const { code, stderr } = await runHere(['keys', 'list', '--account', email], { DATA_DIR: '/tmp/no-such-folder' })
  const message =
    'No database runs in DATA_DIR /tmp/no-such-folder: run "npx pnpm@12 start" in another terminal, or set DATABASE_URL'
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
      open_amount: 0,
      credited_amount: 0,
      written_off_amount: 0,
      voided_at: null,
      written_off_at: null,
      write_off_reason: null,
      net_amount: 1250.5,
      tax_amount: 0,
      balance: 0,
      client_reference: null,
      period_from: null,
      period_to: null,
      language: 'en-GB',
      sent_at: null,
      bill_to: null,
      etag: expect.any(String),
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
    [['create', '--number', 'B', '--total', '1', '--client', '987'], 'there is no client 987 in this workspace'],
    [['create', '--number', 'A-1', '--total', '1'], 'A-1 is already the number of another invoice'],
    [['update', 'x', '--status', 'paid'], 'ID must be the ID of a record'],
    [['update', '987', '--status', 'paid'], 'No invoice 987 in this workspace'],
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
    expect(await refusal('documents', 'sign', id, '--account', email)).toContain(`No document ${id}`)
    for (const _ of [1, 2]) {
      const signed = await answer('documents', 'sign', id, '--account', email, '--environment', 'test')
      expect(signed).toEqual({ ...document, status: 'signed', signed_at: expect.stringMatching(/Z$/) })
    }
    expect(await database.db.event.count({ where: { kind: 'document.signed' } })).toBe(1)
  })
})
