import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { queryClient, queryKey } from '../../api/queries.ts'
import { CheckboxField } from '../../components/forms/checkbox.tsx'
import { fileStyle } from '../../components/forms/control-style.ts'
import { fieldOf } from '../../components/forms/field-of.ts'
import { Field } from '../../components/forms/field.tsx'
import { Form } from '../../components/forms/form.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { TextareaField } from '../../components/forms/textarea-field.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import { RecordPickerField } from '../../records/picker/record-picker-field.tsx'
import { fileProblem, uploadContent } from './upload.tsx'

interface Values {
  title: string
  signer_name: string
  signer_email: string
  client_id: number | null
  case_id: number | null
  kind: 'text' | 'pdf'
  text: string
}

interface NewDocumentProps {
  /** The client and the matter that it belongs to at first. */
  readonly clientId: string | undefined
  readonly caseId: string | undefined
  readonly onClose: () => void
}

export function NewDocument({ clientId, caseId, onClose }: NewDocumentProps) {
  const navigate = useNavigate()
  const [file, setFile] = useState<File>()
  const form = useForm<Values>({
    defaultValues: {
      title: '',
      signer_name: '',
      signer_email: '',
      client_id: clientId ? Number(clientId) : null,
      case_id: caseId ? Number(caseId) : null,
      kind: 'text',
      text: '',
    },
  })
  const field = fieldOf(form)
  const { errors } = form.formState
  const isPdf = form.watch('kind') === 'pdf'
  const save = useFormAction(
    form,
    'POST /documents',
    ({ kind, text, ...values }) => ({ body: { ...values, ...(kind === 'text' && { text }) } }),
    {
      onDone: ({ data, url }) => {
        const params = { id: data.document_id }
        queryClient.setQueryData(queryKey('GET /documents/{id}/link', { params }), {
          url,
          expires_at: data.sign_expires_at,
        })
        const open = () => void navigate({ to: '/documents/$id', params: { id: String(data.document_id) } })
        if (!isPdf || !file) {
          toast('Document created. Copy the link and send it to the signer.')
          open()
          return
        }
        // The document is there already; what failed can be uploaded again on its page.
        void uploadContent(data.document_id, file)
          .then(() => toast('Document created. Copy the link and send it to the signer.'), toastError)
          .finally(open)
      },
    },
  )
  const fileError = isPdf && form.formState.isSubmitted ? fileProblem(file) : undefined
  const submit: typeof save.onSubmit = (event) => {
    if (isPdf && fileProblem(file)) {
      event?.preventDefault()
      void form.trigger()
      form.setError('root', { message: fileProblem(file) ?? '' })
      return
    }
    save.onSubmit(event)
  }
  return (
    <Dialog open onClose={onClose} title="New document">
      <Form of={{ ...save, onSubmit: submit }}>
        <TextField label="Title" {...field('title')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Signer’s name" {...field('signer_name')} />
          <TextField label="Signer’s email" {...field('signer_email')} />
          <RecordPickerField
            kind="client"
            label="Client"
            optional
            error={errors.client_id?.message}
            value={form.watch('client_id')}
            onChange={(id) => form.setValue('client_id', id)}
          />
          <RecordPickerField
            kind="matter"
            label="Matter"
            optional
            error={errors.case_id?.message}
            value={form.watch('case_id')}
            onChange={(id) => form.setValue('case_id', id)}
          />
        </div>
        <fieldset className="flex flex-wrap gap-x-6">
          <legend className="mb-1 text-table font-medium">Content</legend>
          <CheckboxField type="radio" label="Text" value="text" {...form.register('kind')} />
          <CheckboxField type="radio" label="PDF file" value="pdf" {...form.register('kind')} />
        </fieldset>
        {isPdf ? (
          <Field label="PDF file" hint="At most 10 MiB." error={fileError}>
            {(control) => (
              <input
                {...control}
                type="file"
                accept="application/pdf,.pdf"
                className={fileStyle}
                onChange={(event) => setFile(event.target.files?.[0])}
              />
            )}
          </Field>
        ) : (
          <TextareaField label="Text" rows={8} {...field('text')} />
        )}
        <FormActions {...save} action="Create document" onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
