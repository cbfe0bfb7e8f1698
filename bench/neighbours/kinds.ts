import { randomBytes } from 'node:crypto'
import { unreadKinds } from './unread-kinds.ts'
import type { Kind } from './unread-kinds.ts'

const mebibyte = 1_048_576
const ok = (status: number) => status >= 200 && status < 300

export const kinds: Record<string, Kind> = {
  'arrays of 300,000, packed': {
    parallel: 4,
    prepare({ packed }) {
      const json = `{"url":"https://example.com/","events":[${'"",'.repeat(300_000)}""]}`
      return () => packed('/webhooks', json)
    },
  },
  '60,000 unknown fields, strict': {
    parallel: 4,
    prepare({ packed }) {
      const fields = Array.from({ length: 60_000 }, (_, n) => `"f${n}":1`)
      return () => packed('/matters', `{"title":"x",${fields.join(',')}}`, { prefer: 'handling=strict' })
    },
  },
  'PDF of the longest invoice': {
    parallel: 4,
    async prepare({ dash }) {
      const id = await largest(1_000, async (count) => {
        const lines = Array.from({ length: count }, () => ({ description: 'x'.repeat(900), amount: 1 }))
        const { status, text } = await dash('POST', '/invoices', { lines })
        return ok(status) ? (JSON.parse(text) as { data: { invoice_id: number } }).data.invoice_id : null
      })
      return async () => (await dash('GET', `/invoices/${id}/file`)).status
    },
  },
  'sign page of the largest document': {
    parallel: 5,
    async prepare({ dash, get, origin }) {
      const document = { title: 'Long', signer_name: 'A', signer_email: 'a@example.com', text: 'x' }
      const made = await dash('POST', '/documents', document)
      const { data, url } = JSON.parse(made.text) as { data: { document_id: number }; url: string }
      await largest(10 * mebibyte, async (size) => {
        const { status } = await dash('PUT', `/documents/${data.document_id}/content`, 'long '.repeat(size / 5))
        return ok(status) ? size : null
      })
      const page = origin + new URL(url).pathname
      return () => get(page)
    },
  },
  ...unreadKinds,
  '40 endpoints that never answer': {
    parallel: 1,
    async prepare({ api }, { key, testKey, hungUrl }) {
      for (const owner of [key, testKey])
        for (let n = 0; n < 20; n++)
          await api('POST', '/webhooks', { url: `${hungUrl}/${n}`, events: ['matter.created'] }, { key: owner })
      return async (n) => {
        await new Promise((resolve) => setTimeout(resolve, 50))
        return (await api('POST', '/matters', { title: `Hung ${n}` }, { key: n % 2 === 0 ? key : testKey })).status
      }
    },
  },
  'deep pages of a search': {
    parallel: 30,
    prepare({ api }, { matters }) {
      const path = `/matters?q=bulk&sort=created_at&offset=${matters - 1_000}&include=total`
      return async () => (await api('GET', path)).status
    },
  },
  'keys that are wrong': {
    parallel: 20,
    prepare:
      ({ api }) =>
      async () =>
        (await api('GET', '/me', undefined, { key: `mb_live_${randomBytes(24).toString('hex')}` })).status,
  },
  'webhook tests': {
    parallel: 10,
    async prepare({ api }, { hungUrl }) {
      // An endpoint of the kind before, if that was there: more than 20 are refused.
      await api('POST', '/webhooks', { url: `${hungUrl}/tests`, events: ['ping.test'] })
      const { webhooks } = JSON.parse((await api('GET', '/webhooks')).text) as {
        webhooks: { id: number; url: string }[]
      }
      const id = webhooks.find(({ url }) => url.startsWith(hungUrl))?.id
      return async () => (await api('POST', `/webhooks/${id}/test`)).status
    },
  },
  writers: {
    parallel: 30,
    prepare:
      ({ api }) =>
      async (n) =>
        (await api('POST', '/matters', { title: `Written ${n}`, description: 'x'.repeat(2_000) })).status,
  },
  'bulk of 200': {
    parallel: 20,
    prepare:
      ({ api }) =>
      async (n) => {
        const data = Array.from({ length: 200 }, (_, at) => ({ external_id: `b-${n}-${at}`, title: `Bulk ${n}` }))
        return (await api('POST', '/matters/bulk', { data })).status
      },
  },
}

/** Tries with less and less until something is taken. */
async function largest<T>(size: number, take: (size: number) => Promise<T | null>): Promise<T> {
  for (let now = size; now >= 1; now = Math.floor(now / 2)) {
    const taken = await take(now)
    if (taken !== null) return taken
  }
  throw new Error('Nothing was taken')
}
