import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

import type { ClientUpdate, UpsertRow } from '@matterbase/sdk'

/** A line of the CRM export. Change it and `toClient` for your CRM. */
interface Contact {
  readonly id: string | number
  readonly company?: string
  readonly name?: string
  readonly email?: string
  readonly phone?: string
}

export const toClient = ({ id, company, name, email, phone }: Contact): UpsertRow<ClientUpdate> => ({
  external_id: String(id),
  ...(company && { company_name: company }),
  ...(name && { contact_person: name }),
  ...(email && { email }),
  ...(phone && { phone }),
  client_type: company ? 'business' : 'individual',
})

/** Yields the clients of a file with one JSON object per line. */
export async function* readClients(file: string): AsyncGenerator<UpsertRow<ClientUpdate>, void, undefined> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    if (line.trim()) yield toClient(JSON.parse(line))
  }
}
