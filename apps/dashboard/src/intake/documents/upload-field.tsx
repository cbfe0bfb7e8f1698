import { useState } from 'react'
import { refresh } from '../../api/queries.ts'
import { fileStyle } from '../../components/forms/control-style.ts'
import { Field } from '../../components/forms/field.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { fileProblem, uploadContent } from './upload.ts'

/** Uploads a PDF as soon as it is chosen. */
export function UploadField({ id }: { readonly id: number }) {
  const [error, setError] = useState<string>()
  async function take(file: File | undefined) {
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
  return (
    <Field label="PDF file" hint="At most 10 MiB." error={error}>
      {(control) => (
        <input
          {...control}
          type="file"
          accept="application/pdf,.pdf"
          className={fileStyle}
          onChange={(event) => void take(event.target.files?.[0])}
        />
      )}
    </Field>
  )
}
