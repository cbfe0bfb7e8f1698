import { Link } from '@tanstack/react-router'
import { buttonStyle } from '../buttons/button-style.ts'
import { titled } from '../values/formats.ts'

/** `<NotFound what="matter" />` for a missing record. Default: a missing page. */
export function NotFound({ what = 'page' }: { readonly what?: string }) {
  return (
    <div className="mx-auto flex max-w-[560px] flex-col items-center gap-3 px-4 py-16 text-center">
      <p className="text-meta font-medium text-muted tabular-nums">404</p>
      <h1 className="text-h1">{titled(what)} not found</h1>
      <p className="text-body text-muted">
        It may have been deleted, or it belongs to the other workspace. Live and Test do not share records.
      </p>
      <Link to="/" className={buttonStyle()}>
        Go home
      </Link>
    </div>
  )
}
