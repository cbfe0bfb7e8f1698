import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { queryClient, queryKey } from '../../api/queries.ts'
import { CheckboxField } from '../../components/forms/checkbox.tsx'
import { fieldOf } from '../../components/forms/field-of.ts'
import { Form } from '../../components/forms/form.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { TextareaField } from '../../components/forms/textarea-field.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import { RecordPickerField } from '../../records/picker/record-picker-field.tsx'
import { fileProblem, PdfField, uploadContent } from './upload.tsx'

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
  /** The initial client and matter. */
  readonly clientId: string | undefined
  readonly caseId: string | undefined
  readonly onClose: () => void
}

/** Sends a document for signature. */
export function NewDocument(props: NewDocumentProps) {
  const { form, save, setFile, fileError } = useNewDocument(props)
  const field = fieldOf(form)
  return (
    <Dialog open onClose={props.onClose} title="New document">
      <Form of={save}>
        <TextField label="Title" {...field('title')} />
        <PeopleFields form={form} />
        <fieldset className="flex flex-wrap gap-x-6">
          <legend className="mb-1 text-table font-medium">Content</legend>
          <CheckboxField type="radio" label="Text" value="text" {...form.register('kind')} />
          <CheckboxField type="radio" label="PDF file" value="pdf" {...form.register('kind')} />
        </fieldset>
        {form.watch('kind') === 'pdf' ? (
          <PdfField error={fileError} onFile={setFile} />
        ) : (
          <TextareaField label="Text" rows={8} {...field('text')} />
        )}
        <FormActions {...save} action="Create document" onCancel={props.onClose} />
      </Form>
    </Dialog>
  )
}

function PeopleFields({ form }: { readonly form: UseFormReturn<Values> }) {
  const field = fieldOf(form)
  const { errors } = form.formState
  return (
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
  )
}

function useNewDocument({ clientId, caseId }: NewDocumentProps) {
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
  const isPdf = form.watch('kind') === 'pdf'
  const problem = isPdf ? fileProblem(file) : undefined
  const save = useFormAction(
    form,
    'POST /documents',
    ({ kind, text, ...values }) => ({ body: { ...values, ...(kind === 'text' && { text }) } }),
    {
      onDone: ({ data: { document_id: id, sign_expires_at: expires }, url }) => {
        queryClient.setQueryData(queryKey('GET /documents/{id}/link', { params: { id } }), { url, expires_at: expires })
        // If the upload fails, the file can be uploaded again on the page of the document.
        void (isPdf && file ? uploadContent(id, file) : Promise.resolve())
          .then(() => toast('Document created. Copy the link and send it to the signer.'), toastError)
          .finally(() => void navigate({ to: '/documents/$id', params: { id: String(id) } }))
      },
    },
  )
  const onSubmit: typeof save.onSubmit = (event) => {
    if (problem === undefined) return save.onSubmit(event)
    event?.preventDefault()
    void form.trigger()
    form.setError('root', { message: problem })
  }
  return {
    form,
    setFile,
    save: { ...save, onSubmit },
    fileError: form.formState.isSubmitted ? problem : undefined,
  }
}
