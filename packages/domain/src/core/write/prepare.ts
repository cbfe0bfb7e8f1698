import type { Sql } from '@matterbase/db'
import type { Draft, Outcome, RecordWrite } from '../records/record.ts'
import type { WritableKind } from '../records/writable-kind.ts'
import { withNumbers } from '../numbers/give-numbers.ts'
import { applyPlan } from './apply.ts'
import type { Clock } from './clock.ts'
import { computeRows } from './compute-rows.ts'
import { lookUp } from './lookup.ts'
import type { Requested } from './lookup.ts'
import { unseenDrafts } from './drafts.ts'
import { planWrites } from './plan.ts'
import type { Again, Found } from './plan.ts'

interface Preparing {
  readonly workspaceId: number
  /** It did not fit what is stored when it was tried without a look. */
  readonly needsLook?: boolean
}

/** A transaction that locks workspaces. */
export interface Locking {
  readonly sql: Sql
  readonly locking: Promise<ReadonlyMap<number, Clock>>
  /** True if it leaves out writes that change any number of other records. */
  readonly isShared: boolean
}

interface Save<R> {
  readonly request: R
  readonly write: RecordWrite
}

/** Looks up what the writes of one kind depend on, unless the insert itself can find out, and plans them. */
export async function prepare<R extends Preparing>(
  { sql, locking, isShared }: Locking,
  kind: WritableKind,
  saves: readonly Save<R>[],
) {
  const creates = saves.filter(({ request, write }) => write.as === 'create' && !request.needsLook)
  const drafts = new Map<R, Draft>()
  for (const [at, draft] of unseenDrafts(creates.map(requested), kind).entries())
    if (draft && creates[at]) drafts.set(creates[at].request, draft)
  const unseen = [...drafts.values()]
  const others = saves.filter(({ request }) => !drafts.has(request))
  const isLookedUp = others.length > 0
  const found = isLookedUp ? await lookUp(sql, others.map(requested), kind, locking) : nothingFound
  const clocks = isLookedUp ? await locking : undefined
  for (const [at, { request }] of others.entries()) if (found.drafts[at]) drafts.set(request, found.drafts[at])
  const { updates, ...planned } = planWrites(found, kind)
  const unbounded = new Set(isShared ? updates.filter((draft) => kind.consequence?.([draft])) : [])
  const bounded = { ...planned, updates: updates.filter((draft) => !unbounded.has(draft)) }
  const patternOf = (workspaceId: number) => clocks?.get(workspaceId)?.matterNumbers ?? null
  const plan = { ...(await withNumbers(sql, bounded, kind, patternOf)), unseen }
  const rows = await computeRows(plan, kind)
  return {
    followUps: followUpsOf(kind, plan.updates),
    async apply() {
      const results = await applyPlan(sql, plan, rows, kind, (workspaceId) => clocks?.get(workspaceId) ?? {})
      return saves.map(({ request }): [R, Outcome | Again | 'alone'] => {
        const draft = drafts.get(request)
        const isAlone = draft !== undefined && unbounded.has(draft)
        return [request, isAlone ? 'alone' : ((draft && results.get(draft)) ?? 'again')]
      })
    },
  }
}

const nothingFound: Found = { drafts: [], holders: [], missing: [] }

const requested = ({ request: { workspaceId }, write }: Save<Preparing>): Requested => ({ workspaceId, write })

function followUpsOf({ consequence }: WritableKind, updates: readonly Draft[]) {
  const byWorkspace = Map.groupBy(updates, ({ workspaceId }) => workspaceId)
  return [...byWorkspace].flatMap(([workspaceId, own]) => {
    const run = consequence?.(own)
    return run ? [[workspaceId, run] as const] : []
  })
}
