import { useState } from 'react'
import type { ReactNode } from 'react'
import { TextField } from '../forms/text-field.tsx'
import { Dialog } from './dialog.tsx'
import { FormActions } from './form-actions.tsx'

export interface ConfirmDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  /** Names the record: "Delete “Hale v. Northgate”?" */
  readonly title: string
  /** The consequences, with counts. */
  readonly children?: ReactNode
  /** The verb on the button: "Delete matter". */
  readonly action: string
  readonly onConfirm: () => void
  readonly isBusy?: boolean
  readonly error?: string | undefined
  /** Must be typed before the button can be pressed. */
  readonly typed?: string
  /** Default `danger`. */
  readonly tone?: 'danger' | 'primary'
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, children, action, onConfirm, isBusy = false, error, typed, tone = 'danger' } = props
  const [text, setText] = useState('')
  const close = () => {
    setText('')
    onClose()
  }
  return (
    <Dialog open={open} onClose={close} title={title} size="sm">
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          if (typed === undefined || text === typed) onConfirm()
        }}
      >
        {children && <div className="text-table text-muted">{children}</div>}
        {typed !== undefined && (
          <TextField
            label={`Type “${typed}” to continue`}
            value={text}
            onChange={(event) => setText(event.target.value)}
            spellCheck={false}
          />
        )}
        <FormActions
          {...{ action, isBusy, error, tone }}
          onCancel={close}
          disabled={typed !== undefined && text !== typed}
        />
      </form>
    </Dialog>
  )
}
