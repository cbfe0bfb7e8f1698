import { useState } from 'react'
import { exchange } from '../../api/call.ts'
import { refresh } from '../../api/queries.ts'
import { fileStyle } from '../../components/forms/control-style.ts'
import { Field } from '../../components/forms/field.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { environment } from '../../environment.ts'

const maxBytes = 10 * 1024 * 1024

/** The reason why a file cannot be signed. Undefined if it can. */
export function fileProblem(file: File | undefined): string | undefined {
  if (!file) return 'Choose a PDF file'
  if (file.type !== 'application/pdf') return 'This is not a PDF file'
  return file.size > maxBytes ? 'The file is larger than 10 MiB. Choose a smaller one.' : undefined
}

export const fileUrl = (id: number, part: 'content' | 'evidence') =>
  `/dash/v1/${environment}/documents/${id}/file?part=${part}`

/** Sets the content of a document. @throws {CallError} */
export const uploadContent = (id: number, file: File) =>
  exchange('PUT', `/dash/v1/${environment}/documents/${id}/content`, file)

interface PdfFieldProps {
  readonly error: string | undefined
  readonly onFile: (file: File | undefined) => void
}

export function PdfField({ error, onFile }: PdfFieldProps) {
  return (
    <Field label="PDF file" hint="At most 10 MiB." error={error}>
      {(control) => (
        <input
          {...control}
          type="file"
          accept="application/pdf,.pdf"
          className={fileStyle}
          onChange={(event) => onFile(event.target.files?.[0])}
        />
      )}
    </Field>
  )
}

/** Uploads a PDF as soon as it is chosen. */
export function UploadField({ id }: { readonly id: number }) {
  const [error, setError] = useState<string>()
  async function upload(file: File | undefined) {
    const problem = fileProblem(file)
    setError(problem)
    if (problem || !file) return
    try {
      await uploadContent(id, file)
      toast('Document uploaded')
      await refresh()
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : 'The upload failed')
    }
  }
  return <PdfField error={error} onFile={(file) => void upload(file)} />
}
