import { useState } from 'react'
import { useStore } from '../../api/store.ts'
import { Button } from '../../components/buttons/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { Field } from '../../components/forms/field.tsx'
import type { FieldWords } from '../../components/forms/field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { Textarea } from '../../components/forms/textarea-field.tsx'
import type { TextareaProps } from '../../components/forms/textarea-field.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { Snippet } from '../../components/values/snippet.tsx'
import { diagnose } from './diagnose.ts'
import type { Finding } from './diagnose.ts'
import { labInput } from './lab-link.tsx'
import { verifyCode } from './verify-code.ts'

/** Checks the signature of a delivery in the browser, and explains a mismatch. */
export function SignatureLab() {
  const given = useStore(labInput)
  const [body, setBody] = useState(given?.body ?? '')
  const [headers, setHeaders] = useState(given ? writeHeaders(given.headers) : '')
  const [secret, setSecret] = useState('')
  const [finding, setFinding] = useState<Finding>()
  const check = async () => setFinding(await diagnose({ body, secret, headers: readHeaders(headers) }))
  return (
    <>
      <PageHeader
        title="Signature lab"
        description="Paste a delivery that your receiver refuses to see why. Everything stays in this browser."
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <form
          className="flex min-w-0 flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            void check()
          }}
        >
          <CodeBox
            label="Raw body"
            hint="As received, before any parser read it"
            rows={6}
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
          <CodeBox
            label="Headers"
            hint="One per line, or as JSON"
            rows={4}
            placeholder="X-Service-Signature: sha256=…"
            value={headers}
            onChange={(event) => setHeaders(event.target.value)}
          />
          <TextField
            label="Secret"
            placeholder="whsec_…"
            spellCheck={false}
            value={secret}
            onChange={(event) => setSecret(event.target.value)}
          />
          <Button type="submit" tone="primary" className="self-start">
            Check the signature
          </Button>
        </form>
        <div className="flex min-w-0 flex-col gap-4">
          <div role="status" className="empty:-mb-4">
            {finding && <Result finding={finding} />}
          </div>
          <Panel title="Check signatures in your code" description="Set WEBHOOK_SECRET to the secret of the endpoint.">
            <Snippet tabs={verifyCode} label="Code that checks signatures" />
          </Panel>
        </div>
      </div>
    </>
  )
}

/** A box for code. */
function CodeBox({ label, hint, ...rest }: Pick<FieldWords, 'label' | 'hint'> & TextareaProps) {
  return (
    <Field label={label} hint={hint}>
      {(control) => <Textarea spellCheck={false} className="font-mono text-meta break-all" {...rest} {...control} />}
    </Field>
  )
}

const styles = {
  ok: 'border-ok/40 bg-ok-soft text-ok',
  warning: 'border-warn/40 bg-warn-soft text-warn',
  bad: 'border-bad/40 bg-bad-soft text-bad',
} as const

function Result({ finding: { tone, title, advice } }: { readonly finding: Finding }) {
  return (
    <div className={classNames('rounded-md border px-4 py-3', styles[tone])}>
      <h2 className="text-body font-semibold">{title}</h2>
      <p className="mt-1 text-table text-ink">{advice}</p>
    </div>
  )
}

/**
 * Reads pasted headers: `Name: value` lines, curl's `-H 'Name: value'`, or a JSON object. The names are returned in lower
 * case.
 */
function readHeaders(text: string): Readonly<Record<string, string>> {
  return fromJson(text) ?? Object.fromEntries(text.split('\n').flatMap(line))
}

function line(text: string): [string, string][] {
  const [, name, value] = /^\s*(?:[<>]\s*|-H\s*)?['"]?([\w-]+)['"]?\s*:\s*(.*?)['"]?[,\\\s]*$/.exec(text) ?? []
  return name !== undefined && value !== undefined ? [[name.toLowerCase(), value.replace(/^['"]/, '')]] : []
}

function fromJson(text: string): Record<string, string> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name.toLowerCase(), String(each)]))
  } catch {
    return undefined
  }
}

const writeHeaders = (headers: readonly { readonly name: string; readonly value: string }[]) =>
  headers.map(({ name, value }) => `${name}: ${value}`).join('\n')
