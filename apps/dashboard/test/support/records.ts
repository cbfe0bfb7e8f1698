import { createInvoice } from '@matterbase/domain/testing'
import { beforeAll } from 'vitest'
import type { World } from './world.ts'

/**
 * Fills the test workspace of the account, and leaves the live one empty. Answers how the path of a page is
 * filled in: `/matters/$id` is `/matters/12`.
 */
export function useRecords(world: () => World): (route: string) => string {
  const ids = new Map<string, string>()
  beforeAll(async () => {
    const { account, db, page } = world()
    const make = async (path: string, body: object) => {
      const answer = await account.rest<{ id?: number; data?: { id: number }; lead?: { lead_id: string } }>(
        'POST',
        path,
        body,
        'test',
      )
      return String(answer.id ?? answer.data?.id ?? answer.lead?.lead_id)
    }
    // The test workspace has the sample data, the live one has nothing.
    const reset = await page.context().request.post(`${world().origin}/dash/v1/test/sample-data/reset`)
    if (!reset.ok()) throw new Error(`The sample data: ${reset.status()} ${await reset.text()}`)
    ids.set('/dev/webhooks', await make('/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['matter.created'] }))
    ids.set(
      '/clients',
      await make('/clients', { company_name: 'Northgate Insurance', email: 'claims@northgate.example' }),
    )
    ids.set('/matters', await make('/matters', { title: 'Hale v. Northgate', client_id: Number(ids.get('/clients')) }))
    ids.set('/leads', await make('/leads', { leadData: { first_name: 'Ada', email: 'ada@example.com' } }))
    await account.rest('GET', '/matters?limit=bad', undefined, 'test').catch(() => undefined)
    const workspace = await account.workspace('test')
    const invoice = await createInvoice(db, workspace, {
      number: 'A-1',
      total: 120,
      clientId: Number(ids.get('/clients')),
    })
    ids.set('/invoices', String((JSON.parse(invoice) as { invoice_id: number }).invoice_id))
    const newest = async (name: string) => {
      const [row] = await db.$queryRawUnsafe<{ id: unknown }[]>(name)
      return String(row?.id)
    }
    ids.set(
      '/documents',
      await newest(`SELECT document_id AS id FROM documents WHERE workspace_id = ${workspace} LIMIT 1`),
    )
    ids.set('/dev/keys', await newest(`SELECT id FROM api_keys WHERE workspace_id = ${workspace} LIMIT 1`))
    ids.set('/dev/events', await newest(`SELECT id FROM events WHERE workspace_id = ${workspace} LIMIT 1`))
  })

  return (route) => {
    return route.replace(/^(.*)\/\$\w+/, (_all, list: string) => {
      const id = ids.get(list)
      if (!id || id === 'undefined') throw new Error(`Say in this test how one of ${list} is made`)
      return `${list}/${id}`
    })
  }
}
