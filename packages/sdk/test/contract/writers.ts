import type { Matterbase } from '../../src/index.ts'

/** Numbers from 0 below `below`, the same for the same seed. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1
  return (below) => {
    state = (state * 16_807) % 2_147_483_647
    return state % below
  }
}

/** Does `writes` random things to matters and clients of its own: one by one, in bulk, and by way of a client's deletion. */
export async function writeAtRandom(mb: Matterbase, name: string, writes: number, seed: number): Promise<void> {
  const random = randomOf(seed)
  const matters: number[] = []
  const clients: number[] = []
  const any = (ids: number[]) => ids[random(Math.max(1, ids.length))]
  const take = (ids: number[]) => ids.splice(random(Math.max(1, ids.length)), 1)[0]

  const actions = [
    async () => matters.push((await mb.matters.create({ title: name, client_id: any(clients) })).id),
    async () => clients.push((await mb.clients.create({ company_name: name })).id),
    async () => {
      const id = any(matters)
      if (id !== undefined) await mb.matters.update(id, { description: `version ${random(1000)}` })
    },
    async () => {
      const id = take(matters)
      if (id !== undefined) await mb.matters.delete(id)
    },
    // Its matters lose their client, each with a stamp of its own.
    async () => {
      const id = take(clients)
      if (id !== undefined) await mb.clients.delete(id, { force: true })
    },
    async () => {
      const rows = Array.from({ length: 5 }, (_, n) => ({
        external_id: `${name}-${random(12)}-${n}`,
        title: `bulk ${random(3)}`,
      }))
      for await (const { data } of mb.matters.upsertMany(rows))
        if (data && !matters.includes(data.id)) matters.push(data.id)
    },
  ]
  for (let n = 0; n < writes; n += 1) await actions[n < 4 ? n % 2 : random(actions.length)]?.()
}
