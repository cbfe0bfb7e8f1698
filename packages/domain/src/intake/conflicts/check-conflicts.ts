import type { Sql } from '@matterbase/db'
import { findCandidates, mostCandidates } from './candidates.ts'
import type { Candidate, HitKind } from './candidates.ts'
import { nameFit, textFit } from './name-fit.ts'
import type { Fit } from './fit.ts'
import { ownTextFit } from './own-text-fit.ts'
import { textWords, parseName } from './parse-name.ts'
import { lexemesOf, readOwnText, searchedNames } from './searched-names.ts'
import type { NameSource, OwnText, SearchedName } from './searched-names.ts'
import type { Subject } from './subject.ts'

/** A record that could mean a conflict of interest, and why it fits. */
interface Hit {
  readonly kind: HitKind
  readonly id: string
  readonly title: string
  readonly status: string
  readonly deleted: boolean
  /** The parts of the subject that match the record. */
  readonly on: (NameSource | 'email')[]
  /** The searched name that fits best; null for an email address. */
  readonly name: string | null
  readonly fit: Fit | 'email'
}

export interface ConflictCheck {
  /** The searched names, as they were written. */
  readonly names: { readonly name: string; readonly from: NameSource }[]
  readonly hits: Hit[]
  /** How many records fit, of which at most 50 of a kind are in `hits`. */
  readonly total: number
  /** True if too many records share a word with the names, so that the oldest were not searched. */
  readonly isPartial: boolean
}

const mostHits = 50
const order: readonly Hit['fit'][] = ['email', 'same', 'words', 'surname', 'begins']

/** Looks for the names of a subject, its text and its opponents in clients, matters and leads, open, closed and deleted. */
export async function checkConflicts(
  sql: Sql,
  workspaceId: number,
  subject: Subject,
  opponents: readonly string[],
): Promise<ConflictCheck> {
  const names = searchedNames(subject, opponents)
  const own = readOwnText(subject.text)
  const { email } = subject
  const candidates = await findCandidates(sql, workspaceId, { lexemes: lexemesOf(names, own), email })
  const self = new Set(subject.own)
  const hits = candidates
    .filter(({ kind, id }) => !self.has(`${kind} ${id}`))
    .flatMap((candidate) => hitOf(candidate, names, own))
    .toSorted((a, b) => order.indexOf(a.fit) - order.indexOf(b.fit))
  const kinds: readonly HitKind[] = ['client', 'matter', 'lead']
  return {
    names: names.map(({ name, from }) => ({ name, from })),
    hits: kinds.flatMap((kind) => hits.filter((hit) => hit.kind === kind).slice(0, mostHits)),
    total: hits.length,
    isPartial: kinds.some((kind) => candidates.filter((each) => each.kind === kind).length >= mostCandidates),
  }
}

interface Fitting {
  readonly name: string | null
  readonly from: NameSource | 'email'
  readonly fit: Hit['fit']
}

function hitOf(candidate: Candidate, names: readonly SearchedName[], own: OwnText): Hit[] {
  const { kind, id, title, status, is_deleted: deleted, has_email: hasEmail } = candidate
  const theirNames = candidate.names.map(parseName)
  const theirTexts = candidate.texts.map(textWords)
  const found: Fitting[] = names.flatMap(({ name, from, parsed }) =>
    [...theirNames.map((other) => nameFit(parsed, other)), ...theirTexts.map((text) => textFit(parsed, text))]
      .filter((fit) => fit !== undefined)
      .map((fit) => ({ name, from, fit })),
  )
  const said = ownTextFit(own, { names: theirNames, written: candidate.names, texts: theirTexts })
  if (said) found.push({ ...said, from: 'description' })
  if (hasEmail) found.push({ name: null, from: 'email', fit: 'email' })
  const [best] = found.toSorted((a, b) => order.indexOf(a.fit) - order.indexOf(b.fit))
  if (!best) return []
  const on = [...new Set(found.map(({ from }) => from))]
  return [{ kind, id, title, status, deleted, on, name: best.name, fit: best.fit }]
}
