import type { Answer } from '../../api/contract.ts'

type MemberLink = Answer<'GET /members/{id}/access'>['links'][number]

/** The one-time links of a member, which are deleted with their access. */
export function MemberLinks({ links }: { readonly links: readonly MemberLink[] }) {
  if (links.length === 0) return null
  return (
    <div className="mt-2 flex flex-col gap-2">
      <p>These links, which are still valid, are deleted:</p>
      <ul aria-label="Links" className="flex max-h-48 flex-col gap-1 overflow-y-auto rounded-md border border-line p-2">
        {links.map(({ id, purpose, email, role }) => (
          <li key={id} className="text-body">
            {email}{' '}
            <span className="text-meta text-muted">
              {purpose === 'invite' ? `invitation as ${role}` : 'password reset link'}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
