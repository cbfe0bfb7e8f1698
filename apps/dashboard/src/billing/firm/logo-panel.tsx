import { useState } from 'react'
import { exchange } from '../../api/call.ts'
import { refresh } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { fileStyle } from '../../components/forms/control-style.ts'
import { Field } from '../../components/forms/field.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { environment } from '../../environment.ts'

const url = `/dash/v1/${environment}/firm/logo`
const maxBytes = 512 * 1024

export function LogoPanel({ logo }: { readonly logo: string | null }) {
  const [error, setError] = useState<string>()
  async function set(file: File | undefined) {
    const problem =
      file && file.size > maxBytes ? 'The logo is larger than 512 KiB. Choose a smaller image.' : undefined
    setError(problem)
    if (problem) return
    try {
      await exchange(file ? 'PUT' : 'DELETE', url, file)
      toast(file ? 'Logo saved' : 'Logo removed')
      await refresh()
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : 'The upload failed')
    }
  }
  return (
    <Panel title="Logo" {...(logo && { actions: <Button onClick={() => void set(undefined)}>Remove logo</Button> })}>
      <div className="flex flex-wrap items-center gap-4">
        {logo && <img src={`${url}?${logo}`} alt="Logo" className="max-h-16 max-w-52 rounded-sm bg-white p-1" />}
        <Field label="PNG or JPEG file" hint="At most 512 KiB." error={error}>
          {(control) => (
            <input
              {...control}
              type="file"
              accept="image/png,image/jpeg"
              className={fileStyle}
              onChange={(event) => void set(event.target.files?.[0])}
            />
          )}
        </Field>
      </div>
    </Panel>
  )
}
