import { Link } from '@tanstack/react-router'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import type { Answer } from '../../api/contract.ts'

type Matches = Answer<'POST /conflict-checks'>
type Hit = Matches['data'][number]

const groups = [
  { kind: 'client', title: 'Your clients' },
  { kind: 'matter', title: 'Matters that mention these names' },
  { kind: 'lead', title: 'Earlier leads' },
] as const

const pages = { client: '/clients/$id', matter: '/matters/$id', lead: '/leads/$id' } as const

/** The matching records by kind, each with the reason. */
export function HitGroups({ check: { data, total, is_partial: isPartial } }: { readonly check: Matches }) {
  if (total === 0)
    return (
      <p className="text-muted">
        No client, contact person, matter or lead matches. The check searches names, descriptions, custom fields and
        metadata in every status, including deleted records. It finds an opponent only if you entered the name in one of
        them.
      </p>
    )
  return (
    <>
      {groups.map(({ kind, title }) => (
        <Group key={kind} title={title} hits={data.filter((hit) => hit.kind === kind)} />
      ))}
      {data.length < total && (
        <p className="text-muted">
          {data.length} of {total} matching records. Enter fuller names to see fewer.
        </p>
      )}
      {isPartial && (
        <p role="alert" className="font-medium text-bad">
          More than 1,000 records share a word with these names. The oldest records were not searched. Enter fuller
          names.
        </p>
      )}
    </>
  )
}

function Group({ title, hits }: { readonly title: string; readonly hits: readonly Hit[] }) {
  if (hits.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="mb-1 font-medium">{title}</h3>
      <HitList hits={hits} />
    </section>
  )
}

/** Matching records, each with its status and the reason. */
export function HitList({ hits }: { readonly hits: readonly Hit[] }) {
  return (
    <ul className="flex flex-col gap-1.5">
      {hits.map((hit) => (
        <li key={`${hit.kind}${hit.id}`}>
          <span className="flex flex-wrap items-baseline gap-x-2">
            {hit.deleted ? (
              <span className="min-w-0 wrap-anywhere">{hit.title}</span>
            ) : (
              <Link to={pages[hit.kind]} params={{ id: hit.id }} className="link min-w-0 wrap-anywhere">
                {hit.title}
              </Link>
            )}
            <StatusBadge status={hit.deleted ? 'deleted' : hit.status} />
          </span>
          <span className="text-meta text-muted wrap-anywhere">{reasonOf(hit)}</span>
        </li>
      ))}
    </ul>
  )
}

const reasons = {
  same: 'same name as',
  words: 'contains the words of',
  surname: 'same surname as',
  begins: 'begins like',
} as const

function reasonOf({ fit, name, on }: Hit): string {
  if (fit === 'email') return 'Same email address'
  const source = on.includes('description') && on.length === 1 ? ', from the description or a custom field' : ''
  const reason = `${reasons[fit]} “${name}”${source}`
  return reason.charAt(0).toUpperCase() + reason.slice(1)
}
