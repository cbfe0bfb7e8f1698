import type { ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { FormError } from '../forms/form-error.tsx'
import { DialogActions } from './dialog.tsx'

export interface FormActionsProps {
  /** The verb on the button that sends the form: "Create matter". */
  readonly action: string
  readonly onCancel: () => void
  readonly isBusy: boolean
  /** An error that belongs to no field. */
  readonly error: string | undefined
  /** Default `primary`. */
  readonly tone?: 'danger' | 'primary'
  readonly disabled?: boolean
  /** Other buttons, at the left. */
  readonly children?: ReactNode
}

/** The end of a form in a dialog: `<FormActions {...save} action="Create matter" onCancel={onClose} />`. */
export function FormActions(props: FormActionsProps) {
  const { action, onCancel, isBusy, error, tone = 'primary', disabled = false, children } = props
  return (
    <>
      <FormError message={error} />
      <DialogActions>
        {children}
        {children && <span className="flex-1" />}
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" tone={tone} isBusy={isBusy} disabled={disabled}>
          {action}
        </Button>
      </DialogActions>
    </>
  )
}
