import { findWorkspace, write } from '@matterbase/db'
import type { Db } from '@matterbase/db'

const samples = [
  {
    client: {
      company_name: 'Harbour & Sons Ltd',
      contact_person: 'Iris Harbour',
      email: 'iris@harbour.example',
      client_type: 'business',
    },
    matters: [
      { title: 'Harbour & Sons: lease of warehouse 7', case_category: 'Real estate', status: 'In Progress' },
      { title: 'Harbour & Sons v. Tidewater Freight', case_category: 'Litigation', status: 'Settled' },
    ],
  },
  {
    client: {
      company_name: null,
      contact_person: 'Noor Haddad',
      email: 'noor@haddad.example',
      client_type: 'individual',
    },
    matters: [
      { title: 'Haddad: employment contract', case_category: 'Employment', status: 'In Progress' },
      { title: 'Haddad: trade mark application', case_category: 'Intellectual property', status: 'On Hold' },
    ],
  },
  {
    client: {
      company_name: null,
      contact_person: 'Tomas Moss',
      email: 'tomas@moss.example',
      client_type: 'individual',
    },
    matters: [{ title: 'Estate of Eleanor Moss', case_category: 'Probate', status: 'Case Closed' }],
  },
]

/** Gives the account's test workspace a few clients and matters; the live one stays empty. */
export async function addSampleData(db: Db, email: string): Promise<void> {
  const workspaceId = await findWorkspace(db, email, 'test')
  await write(db, workspaceId, async ({ sql, stamp }) => {
    for (const { client, matters } of samples) {
      const at = stamp()
      const [row] = await sql.$queryRaw<{ id: bigint }[]>`
        INSERT INTO clients (workspace_id, company_name, contact_person, email, client_type, status, created_at, updated_at)
        VALUES (${workspaceId}, ${client.company_name}, ${client.contact_person}, ${client.email}, ${client.client_type}, 'active', ${at}, ${at})
        RETURNING id`
      for (const { title, case_category, status } of matters) {
        const now = stamp()
        await sql.$executeRaw`
          INSERT INTO matters (workspace_id, client_id, title, case_category, status, created_at, updated_at)
          VALUES (${workspaceId}, ${row?.id}, ${title}, ${case_category}, ${status}, ${now}, ${now})`
      }
    }
  })
}
