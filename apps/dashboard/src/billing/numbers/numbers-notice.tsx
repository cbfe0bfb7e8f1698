import { useState } from 'react'
import type { RecordOf } from '../../api/contract.ts'
import { useCall } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { ConfirmNumberDialog } from './confirm-number-dialog.tsx'
import { nounOf } from './number-nouns.ts'

type Unconfirmed = RecordOf<'GET /number-confirmations'>

/** After a restore: the numbers that an owner has to confirm before invoices and credit notes can be issued. */
export function NumbersNotice() {
  const mayConfirm = useCan()('settings:write')
  const unconfirmed = useCall('GET /number-confirmations', {}).data?.data ?? []
  const [asked, setAsked] = useState<Unconfirmed>()
  if (unconfirmed.length === 0) return null
  return (
    <div className="mb-4">
      <Panel
        title="Confirm the next numbers"
        description="The server was restored from a backup, which can lack the last numbers that you gave out. No invoice or credit note is issued until an owner of your account has confirmed the next number."
        isFlush
      >
        <ul>
          {unconfirmed.map((one) => (
            <li
              key={one.kind}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 text-table last:border-0"
            >
              <span className="font-medium">{one.kind === 'invoice' ? 'Invoices' : 'Credit notes'}</span>
              <span className="min-w-0 flex-1 text-muted">
                {one.last === null ? 'No number in the backup' : `Last number in the backup: ${one.last}`}
              </span>
              {mayConfirm && (
                <Button
                  size="sm"
                  onClick={() => setAsked(one)}
                  aria-label={`Confirm the next ${nounOf[one.kind]} number`}
                >
                  Confirm
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Panel>
      {asked && <ConfirmNumberDialog of={asked} onClose={() => setAsked(undefined)} />}
    </div>
  )
}
