import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { RecordOf } from '../../api/contract.ts'
import { buttonStyle } from '../../components/buttons/button-style.ts'
import { Button } from '../../components/buttons/button.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { Duration, Money } from '../../components/values/moments.tsx'
import { WithoutLawyer } from './without-lawyer.tsx'

const rowsAtFirst = 3

const sumOf = (all: UnbilledPanelProps['all']) => all.reduce((sum, { without_user: count }) => sum + count, 0)

interface UnbilledPanelProps {
  readonly all: readonly RecordOf<'GET /unbilled-time'>[]
  readonly mayWrite: boolean
}

/** Clients with unbilled time and expenses, each with a link to a new invoice. */
export function UnbilledPanel({ all, mayWrite }: UnbilledPanelProps) {
  const [isOpen, setOpen] = useState(false)
  const visible = isOpen ? all : all.slice(0, rowsAtFirst)
  if (all.length === 0) return null
  return (
    <div className="mb-4">
      <Panel title="Unbilled time and expenses" isFlush>
        <ul>
          {visible.map(
            ({ client_id: id, client_name: name, entries, hours, expenses, amount, without_rate: missing }) => (
              <li
                key={id}
                className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 text-table last:border-0"
              >
                <span className="min-w-0 basis-full truncate sm:flex-1 sm:basis-40 font-medium">
                  {name ?? 'Without a client'}
                </span>
                <span className="text-muted max-sm:flex-1">
                  {entries} {entries === 1 ? 'entry' : 'entries'} · <Duration value={hours} />
                  {expenses > 0 && (
                    <span className="inline-block whitespace-pre">
                      {` · ${expenses} ${expenses === 1 ? 'expense' : 'expenses'}`}
                    </span>
                  )}
                  {missing > 0 && (
                    <span className="inline-block whitespace-pre text-warn">{` · ${missing} without a rate`}</span>
                  )}
                </span>
                <Money value={amount} />
                {mayWrite && id !== null && (
                  <Link
                    to="/invoices/new"
                    search={{ client_id: String(id) }}
                    className={buttonStyle('secondary', 'sm')}
                    aria-label={`Invoice ${name ?? `client ${id}`}`}
                  >
                    Invoice
                  </Link>
                )}
              </li>
            ),
          )}
        </ul>
        <WithoutLawyer count={sumOf(all)} />
        {all.length > rowsAtFirst && (
          <div className="px-4 py-2">
            <Button size="sm" tone="quiet" onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Show fewer' : `Show all ${all.length}`}
            </Button>
          </div>
        )}
      </Panel>
    </div>
  )
}
