import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { encode } from 'uqr'
import type { Answer } from '../../api/contract.ts'
import { fieldOf } from '../../components/forms/field-of.ts'
import { Form } from '../../components/forms/form.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { IdText } from '../../components/values/facts.tsx'

interface TotpDialogProps {
  readonly secret: Answer<'POST /security/totp'>
  readonly onClose: () => void
  readonly onDone: (recoveryCodes: readonly string[]) => void
}

export function TotpDialog({ secret, onClose, onDone }: TotpDialogProps) {
  const form = useForm({ defaultValues: { code: '' } })
  const enable = useFormAction(form, 'POST /security/totp/enable', (body) => ({ body }), {
    onDone: ({ recovery_codes: made }) => onDone(made),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Set up two-factor authentication"
      description="Scan the QR code with an authenticator app, or type in the secret. Then enter the code that the app shows. Your other sessions end."
      size="sm"
    >
      <Form of={enable}>
        <QrCode text={secret.uri} />
        <IdText value={secret.secret} what="secret" />
        <TextField label="Code" inputMode="numeric" autoComplete="one-time-code" {...fieldOf(form)('code')} />
        <FormActions {...enable} action="Turn on" onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

function QrCode({ text }: { readonly text: string }) {
  const { size, path } = useMemo(() => drawingOf(text), [text])
  return (
    // Dark on light in both themes, because some scanners cannot read the reverse.
    <svg
      role="img"
      aria-label="QR code with the secret"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-48 rounded-md border border-line bg-white"
    >
      <path d={path} className="fill-black" />
    </svg>
  )
}

/** The dark modules of a QR code as one path of unit squares. */
function drawingOf(text: string) {
  const { size, data } = encode(text, { border: 3 })
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size, path: squares.join('') }
}
