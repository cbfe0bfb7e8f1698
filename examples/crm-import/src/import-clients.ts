import type { ClientUpdate, Matterbase, Rows } from '@matterbase/sdk'

export interface Summary {
  created: number
  known: number
  failed: number
}

/** Upserts clients, 200 per request. Reports each refused row and continues. */
export async function importClients(
  mb: Pick<Matterbase, 'clients'>,
  rows: Rows<ClientUpdate>,
  onFailure: (line: number, reason: string) => void,
): Promise<Summary> {
  const summary: Summary = { created: 0, known: 0, failed: 0 }
  for await (const { index, error, created } of mb.clients.upsertMany(rows)) {
    if (error) onFailure(index + 1, error.message)
    summary[error ? 'failed' : created ? 'created' : 'known'] += 1
  }
  return summary
}
