import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Answer } from '../api/contract.ts'
import { Button } from '../components/buttons/button.tsx'
import { overdueText } from '../billing/invoices/invoice-status.ts'
import { Ago, Money } from '../components/values/moments.tsx'
import { Panel } from '../components/page/panel.tsx'
import { useTimer } from '../billing/timer/use-timer.ts'

type Home = Answer<'GET /home'>

interface LineProps {
  readonly link: LinkProps
  readonly name: string
  /** Next to the name, or below the name on a narrow screen. */
  readonly of?: string | null
  readonly children: ReactNode
}

export function Line({ link, name, of, children }: LineProps) {
  return (
    <li className="flex min-h-9 items-center gap-3 border-b border-line px-4 py-1 text-table last:border-b-0">
      <span className="flex min-w-0 flex-1 gap-x-3 max-sm:flex-col">
        <Link
          {...link}
          className={`max-w-full shrink-0 truncate font-medium hover:underline ${of ? 'sm:max-w-3/4' : ''}`}
        >
          {name}
        </Link>
        {of && <span className="min-w-0 truncate text-muted">{of}</span>}
      </span>
      {children}
    </li>
  )
}

export function OverduePanel({ overdue }: { readonly overdue: NonNullable<Home['overdue']> }) {
  return (
    <Panel title="Overdue invoices" isFlush>
      <ul>
        {overdue.data.map((invoice) => (
          <Line
            key={invoice.invoice_id}
            link={{ to: '/invoices/$id', params: { id: String(invoice.invoice_id) } }}
            name={invoice.invoice_number}
            of={invoice.client_name}
          >
            <span className="text-bad">{overdueText(invoice.due_date)}</span>
            <Money value={invoice.total_amount} currency={invoice.currency} />
          </Line>
        ))}
      </ul>
    </Panel>
  )
}

export function LeadsPanel({ leads }: { readonly leads: NonNullable<Home['new_leads']> }) {
  return (
    <Panel title="New leads" isFlush>
      <ul>
        {leads.data.map((lead) => (
          <Line key={lead.lead_id} link={{ to: '/leads/$id', params: { id: lead.lead_id } }} name={lead.name}>
            <span className="truncate text-muted max-sm:hidden">{lead.practice_area}</span>
            <span className="min-w-[13ch] text-right text-muted">
              <Ago value={lead.created_at} />
            </span>
          </Line>
        ))}
      </ul>
    </Panel>
  )
}

/** Matters that were changed today without any time recorded. */
export function UnloggedPanel({ matters }: { readonly matters: NonNullable<Home['unlogged']> }) {
  const { start } = useTimer()
  return (
    <Panel title="Changed today, no time recorded" isFlush>
      <ul>
        {matters.map((matter) => (
          <Line
            key={matter.id}
            link={{ to: '/matters/$id', params: { id: String(matter.id) }, search: { tab: 'time' } }}
            name={matter.title}
          >
            <Button
              size="sm"
              aria-label={`Start timer for ${matter.title}`}
              icon={<Play className="size-3" />}
              onClick={() => void start({ case_id: matter.id })}
            >
              Start timer
            </Button>
          </Line>
        ))}
      </ul>
    </Panel>
  )
}
