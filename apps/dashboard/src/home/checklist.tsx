import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import { Check, Circle } from 'lucide-react'
import type { Answer } from '../api/contract.ts'
import { useSession } from '../api/session.ts'
import { Panel } from '../components/page/panel.tsx'
import { Snippet } from '../components/values/snippet.tsx'
import { codeOfCall } from '../code/code-of-call.ts'

type Done = NonNullable<Answer<'GET /home'>['checklist']>

interface Step {
  readonly name: keyof Done
  readonly label: string
  readonly link: LinkProps
}

const steps: readonly Step[] = [
  { name: 'key_made', label: 'Make an API key', link: { to: '/dev/keys', search: { new: '1' } } },
  { name: 'first_call', label: 'Make a first call', link: { to: '/dev' } },
  { name: 'endpoint_made', label: 'Register a webhook endpoint', link: { to: '/dev/webhooks', search: { new: '1' } } },
  { name: 'first_delivery', label: 'Receive a first event', link: { to: '/dev/inbox' } },
]

/** The steps to a working integration; it updates by itself and disappears when all are done. */
export function Checklist({ done }: { readonly done: Done }) {
  const { public_url: publicUrl } = useSession()
  const left = steps.filter(({ name }) => !done[name])
  if (left.length === 0) return null
  return (
    <Panel title="Connect another system" description={`${steps.length - left.length} of ${steps.length} done`}>
      <ol className="flex flex-col gap-2">
        {steps.map(({ name, label, link }) => (
          <li key={name} className="flex flex-col gap-2 text-table">
            <span className="flex items-center gap-2">
              {done[name] ? (
                <Check role="img" aria-label="Done" className="size-4 text-ok" />
              ) : (
                <Circle role="img" aria-label="To do" className="size-4 text-muted" />
              )}
              {done[name] ? (
                <span className="text-muted line-through">{label}</span>
              ) : (
                <Link {...link} className="link">
                  {label}
                </Link>
              )}
            </span>
            {name === 'first_call' && done.key_made && !done.first_call && (
              <Snippet tabs={codeOfCall({ key: 'GET /me' }, publicUrl)} label="A first call" />
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
