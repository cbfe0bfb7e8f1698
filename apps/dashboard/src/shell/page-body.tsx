import type { Permission } from '@matterbase/schemas'
import { Link, Outlet, useMatches } from '@tanstack/react-router'
import { useCan, useSession } from '../api/session.ts'
import { buttonStyle } from '../components/buttons/button-style.ts'
import { useDocumentTitle } from '../components/page/use-document-title.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The permission for the page. */
    readonly permission?: Permission | null
  }
}

/** The page, if the role has the permission. The server checks it too. */
export function PageBody() {
  const can = useCan()
  const needed = useMatches({ select: (matches) => matches.at(-1)?.staticData.permission ?? null })
  return can(needed) ? <Outlet /> : <Forbidden permission={String(needed)} />
}

/** Replaces a page that the role may not see. */
function Forbidden({ permission }: { readonly permission: string }) {
  const { role } = useSession()
  useDocumentTitle('Not allowed')
  return (
    <div className="mx-auto flex max-w-[560px] flex-col items-center gap-3 px-4 py-16 text-center">
      <p className="text-meta font-medium text-muted tabular-nums">403</p>
      <h1 className="text-h1">Your role cannot open this page</h1>
      <p className="text-body text-muted">
        Your role is {role}, and this page needs the permission{' '}
        <code className="font-mono text-table">{permission}</code>. Ask an owner of the account to change your role.
      </p>
      <Link to="/" className={buttonStyle()}>
        Go home
      </Link>
    </div>
  )
}
