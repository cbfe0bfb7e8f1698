import { createDocument, systemActor, write } from '@matterbase/domain'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDocumentRetention } from '../src/housekeeping/document-retention.ts'
import { createWorld, sealer } from './support/world.ts'
import type { World } from './support/world.ts'

let world: World

beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.close())

/** One pass of a worker. */
const look = () => createDocumentRetention(world.db, pino({ level: 'silent' })).stop()

const keepFor = (years: number | null) =>
  world.db.firmProfile.upsert({
    where: { workspace_id: world.workspaceId },
    create: { workspace_id: world.workspaceId, document_years: years },
    update: { document_years: years },
  })

/** A document that was signed or declined, or is still open, so long ago. */
async function document(title: string, status: 'sent' | 'signed' | 'declined', ago: string) {
  const { owner_uuid: ownerUuid, environment } = await world.db.workspace.findUniqueOrThrow({
    where: { id: world.workspaceId },
  })
  const actor = systemActor({ workspaceId: world.workspaceId, ownerUuid, environment })
  const letter = { title, signerName: 'Jo', signerEmail: 'jo@example.com', text: 'I agree.', sealer }
  const { id } = await write(world.db, world.workspaceId, (tx) => createDocument(tx, actor, letter))
  await world.db.run`
    UPDATE documents SET status = ${status}, created_at = now() - ${ago}::text::interval - interval '1 day',
      signed_at = CASE WHEN ${status} = 'signed' THEN now() - ${ago}::text::interval END,
      declined_at = CASE WHEN ${status} = 'declined' THEN now() - ${ago}::text::interval END
    WHERE document_id = ${id}`
}

async function titles() {
  const rows = await world.db.document.findMany({ orderBy: { document_id: 'asc' } })
  return rows.map(({ title }) => title)
}

it('deletes nothing until the firm names years, and then what was signed or declined longer ago', async () => {
  await document('signed long ago', 'signed', '10 years 1 day')
  await document('declined long ago', 'declined', '10 years 1 day')
  await document('signed lately', 'signed', '9 years 364 days')
  await document('open', 'sent', '12 years')
  const all = await titles()
  await look()
  expect(await titles()).toEqual(all)
  await keepFor(10)
  await look()
  expect(await titles()).toEqual(['signed lately', 'open'])
  await keepFor(null)
  await world.db
    .run`UPDATE documents SET signed_at = now() - interval '20 years', created_at = now() - interval '21 years'`
  await look()
  expect(await titles()).toEqual(['signed lately', 'open'])
})

it('notes each document in the audit log, with the hash of what was signed', async () => {
  await keepFor(1)
  await document('Lease', 'signed', '2 years')
  await look()
  const entries = await world.db.auditEntry.findMany({ where: { action: 'document.deleted' } })
  expect(entries).toMatchObject([
    {
      actor: 'document retention',
      target: expect.stringMatching(/^Lease \(\d+\)$/),
      details: { status: 'signed', signer_email: 'jo@example.com', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    },
  ])
})

it('deletes more than a batch in one pass, frees their bytes, and passes over a closed account', async () => {
  await keepFor(1)
  for (let count = 0; count < 45; count++) await document(`Letter ${count}`, 'declined', '2 years')
  await world.db.run`UPDATE accounts SET closed_at = now()`
  await look()
  expect(await titles()).toHaveLength(45)
  await world.db.run`UPDATE accounts SET closed_at = NULL`
  await Promise.all([look(), look()])
  expect(await titles()).toEqual([])
  const usage = await world.db.storageUsage.findFirst({ where: { workspace_id: world.workspaceId, kind: 'documents' } })
  expect(usage).toMatchObject({ rows: 0n, bytes: 0n })
})
