import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import { Check, Circle } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Answer } from '../api/contract.ts'
import { useCan, useSession } from '../api/session.ts'
import { codeOfCall } from '../code/code-of-call.ts'
import { Panel } from '../components/page/panel.tsx'
import { Snippet } from '../components/values/snippet.tsx'

type Home = Answer<'GET /home'>

const ofFirm: readonly Step[] = [
  { name: 'firm_described', label: 'Describe your firm', link: { to: '/settings/firm' } },
  {
    name: 'rate_set',
    label: 'Set an hourly rate',
    link: { to: '/settings/firm', search: { section: 'rates', new: '1' } },
  },
]

const ofPractice: readonly Step[] = [
  { name: 'client_added', label: 'Add a client', link: { to: '/clients', search: { new: '1' } } },
  { name: 'matter_opened', label: 'Open a matter', link: { to: '/matters', search: { new: '1' } } },
  { name: 'time_recorded', label: 'Record time', link: { to: '/time' } },
  { name: 'invoice_made', label: 'Create an invoice', link: { to: '/invoices/new' } },
]

const ofApi: readonly Step[] = [
  { name: 'key_made', label: 'Create an API key', link: { to: '/dev/keys', search: { new: '1' } } },
  { name: 'first_call', label: 'Make your first API call', link: { to: '/dev' } },
  { name: 'endpoint_made', label: 'Register a webhook endpoint', link: { to: '/dev/webhooks', search: { new: '1' } } },
  { name: 'first_delivery', label: 'Receive your first event', link: { to: '/dev/inbox' } },
]

/** The way to a first invoice. */
export function PracticeSteps({ done }: { readonly done: NonNullable<Home['first_steps']> }) {
  const steps = useCan()('settings:write') ? [...ofFirm, ...ofPractice] : ofPractice
  return <Checklist title="First steps" steps={steps} done={done} />
}

/** The steps to a working integration. Only roles without access to matters see code. */
export function ApiSteps({ done }: { readonly done: NonNullable<Home['checklist']> }) {
  const { public_url: publicUrl } = useSession()
  const isDeveloper = !useCan()('matters:read')
  return (
    <Checklist
      title="Connect another system"
      steps={ofApi}
      done={done}
      below={(name) =>
        isDeveloper &&
        name === 'first_call' &&
        done.key_made &&
        !done.first_call && <Snippet tabs={codeOfCall({ key: 'GET /me' }, publicUrl)} label="Your first API call" />
      }
    />
  )
}

interface Step {
  readonly name: string
  readonly label: string
  readonly link: LinkProps
}

interface ChecklistProps {
  readonly title: string
  readonly steps: readonly Step[]
  readonly done: Readonly<Record<string, boolean>>
  /** Content below a step, such as instructions. */
  readonly below?: (name: string) => ReactNode
}

/** The first steps. The list disappears when all are done. */
function Checklist({ title, steps, done, below }: ChecklistProps) {
  const left = steps.filter(({ name }) => !done[name])
  if (left.length === 0) return null
  return (
    <Panel title={title} description={`${steps.length - left.length} of ${steps.length} done`}>
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
            {below?.(name)}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
