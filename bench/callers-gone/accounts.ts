import { createDb, findPostgres, readSecrets } from '@matterbase/db'
import { signedIn } from '@matterbase/domain/testing'
import { pdf, rawRequests } from '../../apps/api/test/raw-requests.ts'
import type { RawRequest } from '../../apps/api/test/raw-requests.ts'
import type { Product } from '../product.ts'

/** An account with 100 matters of 20 KB. */
export interface Account {
  readonly name: string
  readonly key: string
  readonly cookie: string
}

const mattersFrom = (from: number) =>
  Array.from({ length: 25 }, (_, n) => ({
    external_id: `m-${from + n}`,
    title: 'Hale',
    description: 'word '.repeat(4_000),
  }))

/** A bulk request that counts as a large body. */
export const largeBulk = () => ({ data: mattersFrom(0), more: ' '.repeat(300_000) })

/** The requests of accounts. @throws Error when one is no success. */
export function accountsOf(product: Product) {
  const { origin } = new URL(product.baseUrl)

  async function ask(path: string, { key, cookie }: Account, method = 'GET', body?: unknown): Promise<Response> {
    const isDash = path.startsWith('/dash/')
    const isFile = body instanceof Uint8Array
    const response = await fetch(origin + path, {
      method,
      headers: {
        ...(isDash ? { cookie, origin } : { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': isFile ? 'application/pdf' : 'application/json' }),
      },
      ...(body !== undefined && { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }

  async function json<T>(...request: Parameters<typeof ask>): Promise<T> {
    return (await (await ask(...request)).json()) as T
  }

  async function openAccount(name: string, email: string): Promise<Account> {
    const { databasePassword = '' } = (await readSecrets(product.dataDir)) ?? {}
    const db = createDb({ url: (await findPostgres(product.dataDir, databasePassword)) ?? '', poolSize: 1 })
    const cookie = `__Host-mb_session=${await signedIn(db, email, 'node')}`
    await db.$disconnect()
    const account = { name, key: await product.createKey(email), cookie }
    for (let from = 0; from < 100; from += 25)
      await ask('/api/v1/matters/bulk', account, 'POST', { data: mattersFrom(from) })
    return account
  }

  async function requestsOf(own: Account): Promise<readonly RawRequest[]> {
    const first = await ask('/api/v1/matters?limit=1', own)
    const { data } = (await first.json()) as { data: { id: number }[] }
    const live = '/dash/v1/live'
    const made = await json<{ data: { invoice_id: number } }>(`${live}/invoices`, own, 'POST', {
      lines: [{ description: 'Fee', net: 120 }],
    })
    const invoice = made.data.invoice_id
    await ask(`${live}/invoices/${invoice}/issue`, own, 'POST', {})
    const { url } = await json<{ url: string }>(`${live}/invoices/${invoice}/link`, own, 'POST')
    const letter = { title: 'Letter', signer_name: 'Jo', signer_email: 'jo@example.com', text: 'Yes.' }
    const document = (await json<{ data: { document_id: number } }>(`${live}/documents`, own, 'POST', letter)).data
      .document_id
    await ask(`${live}/documents/${document}/content`, own, 'PUT', pdf)
    const { inbox } = await json<{ inbox: { url: string } }>('/dash/v1/test/inbox', own, 'POST')
    const [link, inboxPath] = [new URL(url).pathname, new URL(inbox.url).pathname]
    const tag = first.headers.get('etag') ?? ''
    const all = rawRequests({
      ...own,
      origin,
      tag,
      matter: data[0]?.id ?? 0,
      invoice,
      document,
      link,
      inbox: inboxPath,
    })
    return all
  }

  return { ask, openAccount, requestsOf }
}
