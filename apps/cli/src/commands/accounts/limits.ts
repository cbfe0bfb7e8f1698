import { RateTier } from '@matterbase/db'
import { defaultLimits, setAccountLimits } from '@matterbase/domain'
import type { AccountLimits } from '@matterbase/domain'
import { accountStorage } from '@matterbase/domain/storage'
import type { Command } from '../../command.ts'
import { withDatabase } from '../../database.ts'
import { oneOf } from '../../one-of.ts'

export const accountsLimits: Command = {
  name: 'accounts limits',
  summary: 'Shows the limits of an account, and changes those that you give. "default" resets a limit.',
  usage: '--account EMAIL [--tier free|pro|enterprise|default] [--keys N] [--mails-per-day N] [--bytes N]',
  options: {
    account: 'the email address of the account',
    tier: `the highest rate tier of its API keys; default ${defaultLimits.maxTier}`,
    keys: `number of active API keys; default ${defaultLimits.maxKeys.toLocaleString('en-US')}`,
    'mails-per-day': `emails that the account can send in 24 hours; default ${defaultLimits.maxMailsPerDay}`,
    bytes: `bytes of documents, logos, emails, records and events, such as 500MB or 20GiB; default ${defaultLimits.maxBytes / 1024 ** 3}GiB`,
  },
  required: ['account'],
  positionals: [],
  example: 'accounts limits --account ada@example.com --tier pro --keys 20',
  async run({ env, options }) {
    const { account = '', tier, keys, bytes, 'mails-per-day': mails } = options
    const tiers = [...Object.values(RateTier), 'default'] as const
    const chosen = tier === undefined ? undefined : oneOf('--tier', tiers, tier)
    const changes = {
      maxTier: chosen === 'default' ? null : chosen,
      maxKeys: readNumber('--keys', keys),
      maxMailsPerDay: readNumber('--mails-per-day', mails),
      maxBytes: readBytes(bytes),
    }
    const set = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    return withDatabase(env, async (db) => {
      const { email, limits, ownerUuid } = await setAccountLimits(db, account, set)
      const { used } = await accountStorage(db, ownerUuid)
      return {
        json: { owner_uuid: ownerUuid, ...onTheWire(limits), used_bytes: used },
        text: describeLimits(email, limits, used),
      }
    })
  },
}

const onTheWire = ({ maxTier, maxKeys, maxMailsPerDay, maxBytes }: AccountLimits) => ({
  max_tier: maxTier,
  max_keys: maxKeys,
  max_mails_per_day: maxMailsPerDay,
  max_bytes: maxBytes,
})

const shown = (value: number) => value.toLocaleString('en-US')

function describeLimits(email: string, limits: AccountLimits, used: number): string {
  return [
    `Limits of ${email}`,
    `  Highest rate tier   ${limits.maxTier}`,
    `  API keys            ${shown(limits.maxKeys)}`,
    `  Emails a day        ${shown(limits.maxMailsPerDay)}`,
    `  Bytes               ${shown(limits.maxBytes)}, of which ${shown(used)} are used`,
  ].join('\n')
}

// The columns are 32-bit integers.
const mostOfNumber = 2_147_483_647

function readNumber(option: string, text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined
  if (text === 'default') return null
  if (/^\d{1,10}$/.test(text) && Number(text) <= mostOfNumber) return Number(text)
  throw new Error(`${option} is "${text}": use a whole number from 0 to ${mostOfNumber}, or "default"`)
}

const units: Readonly<Record<string, number>> = {
  '': 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
}

function readBytes(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined
  if (text === 'default') return null
  const [, digits = '', unit = ''] = /^(\d{1,15})([KMGT]i?B)?$/.exec(text) ?? []
  const bytes = Number(digits) * (units[unit] ?? Number.NaN)
  if (digits !== '' && Number.isSafeInteger(bytes)) return bytes
  throw new Error(`--bytes is "${text}": use a whole number, or one with a unit such as 500MB or 20GiB, or "default"`)
}
