import { readFile } from 'node:fs/promises'
import { storedTables } from '@matterbase/domain/storage'
import { expect, it } from 'vitest'

// Each period of docs/reference/retention.md is compared with the constant in the code, and each table is listed.

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFile(new URL(path, root), 'utf8')

const page = await read('docs/reference/retention.md')
const rows = (page.split('## Retention')[1]?.split('\n## ')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )

/** The first cell of a row, the file of its constant, what matches it there, and the words of the page for it. */
const periods: readonly (readonly [string, string, RegExp, (value: string) => string])[] = [
  ['Links to an invoice', 'packages/domain/src/billing/sending/invoice-links.ts', /validFor = '(.+)'/, same],
  ['Links to sign a document', 'packages/domain/src/intake/documents/sign-links.ts', /validFor = '(.+)'/, same],
  [
    'Signed copies for the signer',
    'packages/domain/src/intake/documents/signing.ts',
    /signed_copy_days, (\d+)\)/,
    days,
  ],
  [
    'Codes to sign',
    'packages/domain/src/intake/documents/sign-codes.ts',
    /validMinutes = (\d+)/,
    (n) => `${n} minutes`,
  ],
  ['Text of emails', 'packages/domain/src/integrations/mail/forget-mails.ts', /textDays = (\d+)/, days],
  [
    'Emails that no mail server accepts',
    'packages/domain/src/integrations/mail/forget-mails.ts',
    /unsentDays = (\d+)/,
    days,
  ],
  ['Webhook events, deliveries, attempts and replays', 'apps/worker/src/runtime/settings.ts', /keepDays: (\d+)/, days],
  [
    'Previous secret of an endpoint',
    'packages/domain/src/integrations/webhooks/secret.ts',
    /defaultOverlapHours = (\d+)/,
    (n) => `${n} hours by default`,
  ],
  [
    'Test inbox',
    'packages/domain/src/integrations/webhooks/inbox-requests.ts',
    /kept = (\d+)/,
    (n) => `newest ${n} requests`,
  ],
  ['Request log, bodies', 'apps/worker/src/housekeeping/forget-requests.ts', /bodyDays = (\d+)/, days],
  ['Request log, requests', 'apps/worker/src/housekeeping/forget-requests.ts', /rowDays = (\d+)/, days],
  [
    'Request log, requests',
    'apps/worker/src/housekeeping/forget-requests.ts',
    /rows: ([\d_]+)/,
    (n) => `${n.replaceAll('_', ',')} requests`,
  ],
  [
    'Responses for an `Idempotency-Key`',
    'apps/worker/src/housekeeping/prune.ts',
    /idempotency_keys WHERE created_at < now\(\) - interval '(.+)'/,
    same,
  ],
  ['Sessions without use', 'packages/domain/src/access/sign-in/sessions.ts', /idleInterval = '(.+)'/, same],
  ['Sessions', 'packages/domain/src/access/sign-in/sessions.ts', /absoluteInterval = '(.+)'/, same],
  ['Known browsers', 'packages/domain/src/access/sign-in/known-devices.ts', /lifetime = '(.+)'/, same],
  ['Links for a password', 'packages/domain/src/access/sign-in/one-time-links.ts', /reset: '([^']+)'/, same],
  ['Links for a password', 'packages/domain/src/access/sign-in/one-time-links.ts', /setup: '([^']+)'/, same],
  ['Invitations', 'packages/domain/src/access/sign-in/one-time-links.ts', /invite: '([^']+)'/, same],
  [
    'Failed sign-ins',
    'packages/domain/src/access/sign-in/forget-sign-ins.ts',
    /sign_in_failures WHERE failed_at < now\(\) - interval '(.+)'/,
    same,
  ],
  ['Deleted custom fields', 'packages/domain/src/core/custom-fields/erase.ts', /keptFor = '(.+)'/, same],
  ['Closed accounts', 'apps/cli/src/commands/accounts/delete.ts', /days = '(\d+)'/, days],
  ['Backups', 'deploy/systemd/matterbase-backup.service', /-mtime \+(\d+) -delete/, days],
]

function same(value: string): string {
  return value
}

function days(value: string): string {
  return `${value} days`
}

it.each(periods)('retention.md: %s as in %s', async (data, file, constant, inWords) => {
  const row = rows.find(([first]) => first === data)
  const [, value = ''] = constant.exec(await read(file)) ?? []
  expect(value, `${file} has ${constant}`).not.toBe('')
  expect(row?.[1]).toMatch(new RegExp(`(?:^|[^\\d,])${inWords(value)}\\b`))
})

it('retention.md lists every table that holds data of callers', () => {
  const listed = rows.flatMap(([, , , tables = '']) => [...tables.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
  expect([...new Set(listed)].toSorted()).toEqual(Object.keys(storedTables).toSorted())
})

it('retention.md has a period in the test for each row with a number', () => {
  const tested = new Set(periods.map(([data]) => data))
  expect(rows.filter(([data = '', kept = '']) => /\d/.test(kept) && !tested.has(data))).toEqual([])
})
