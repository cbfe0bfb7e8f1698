import { useEffect, useState } from 'react'
import { buttonStyle } from '../../components/buttons/button-style.ts'
import { Spinner } from '../../components/buttons/button.tsx'
import { FormError } from '../../components/forms/form-error.tsx'
import { Card } from './card.tsx'
import { CodeForm } from './code-form.tsx'
import { LinkForm } from './link-form.tsx'
import type { Link } from './link-form.tsx'
import { exchange } from './use-post.ts'
import type { Reply } from './use-post.ts'

/** The page of a single-use link. It explains the link before it uses it. */
export function LinkPage({ token }: { readonly token: string }) {
  const [reply, setReply] = useState<Reply>()
  const [isCodeNeeded, setCodeNeeded] = useState(false)
  useEffect(() => void exchange('GET', `/links/${token}`).then(setReply), [token])
  if (isCodeNeeded) return <CodeForm />
  if (!reply)
    return (
      <Card title="One moment">
        <Spinner />
      </Card>
    )
  if (!reply.ok)
    return (
      <Card title="This link does not work">
        <div className="flex flex-col items-start gap-4">
          <FormError message={reply.error} />
          <a href="/sign-in" className={buttonStyle()}>
            Sign in
          </a>
        </div>
      </Card>
    )
  // The server answers `GET /links/{token}` with a link.
  return <LinkForm link={reply.answer as Link} token={token} onCodeNeeded={() => setCodeNeeded(true)} />
}
