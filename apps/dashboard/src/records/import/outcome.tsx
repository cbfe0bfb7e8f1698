import type { ReactNode } from 'react'
import { formatCount } from '../../components/values/formats.ts'
import type { Imported, Preview, Problem } from './importing.ts'

const errors = (count: number) => `${formatCount(count)} ${count === 1 ? 'error' : 'errors'}`

/** `12 new, 3 changed, 1 error` */
export function PreviewNote({ preview }: { readonly preview: Preview }) {
  const { created, changed, unchanged, problems, changes } = preview
  return (
    <Note
      label="Import preview"
      words={`${formatCount(created)} new, ${formatCount(changed)} changed, ${errors(problems.length)}`}
      rest={`${formatCount(unchanged)} unchanged. Nothing has been saved yet.`}
    >
      <Problems problems={problems} />
      {changes.length > 0 && (
        <Lines label="Changes">
          {changes.map(({ line, fields }) => (
            <li key={line} className="px-3 py-1.5">
              <span className="text-muted">Line {line}: </span>
              {fields.map(({ field, from, to }) => `${field} ${textOf(from)} → ${textOf(to)}`).join(', ')}
            </li>
          ))}
        </Lines>
      )}
    </Note>
  )
}

export function ImportedNote({ imported }: { readonly imported: Imported }) {
  const { created, changed, problems, stopped } = imported
  return (
    <Note
      label="Import result"
      words={`${formatCount(created)} created, ${formatCount(changed)} changed, ${errors(problems.length)}`}
    >
      {stopped && (
        <p role="alert" className="text-table text-bad">
          The import stopped at line {stopped.line}. {stopped.what} Check whether the record of this line exists, then
          import the rest.
        </p>
      )}
      <Problems problems={problems} />
    </Note>
  )
}

interface NoteProps {
  readonly label: string
  readonly words: string
  readonly rest?: string
  readonly children: ReactNode
}

function Note({ label, words, rest, children }: NoteProps) {
  return (
    <section aria-label={label} className="flex flex-col gap-2">
      <p role="status" className="text-body">
        <strong className="font-semibold">{words}</strong>
        {rest && <span className="text-muted"> · {rest}</span>}
      </p>
      {children}
    </section>
  )
}

const maxShown = 100

function Problems({ problems }: { readonly problems: readonly Problem[] }) {
  if (problems.length === 0) return null
  return (
    <Lines label="Errors">
      {problems.slice(0, maxShown).map(({ line, what }) => (
        <li key={line} className="px-3 py-1.5">
          <span className="font-medium text-bad">Line {line}:</span> {what}
        </li>
      ))}
      {problems.length > maxShown && (
        <li className="px-3 py-1.5 text-muted">and {formatCount(problems.length - maxShown)} more</li>
      )}
    </Lines>
  )
}

function Lines({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul
      aria-label={label}
      tabIndex={0}
      className="max-h-60 divide-y divide-line overflow-y-auto rounded-md border border-line text-table wrap-anywhere"
    >
      {children}
    </ul>
  )
}

const textOf = (value: string | number | boolean | null) => (value === null ? 'nothing' : `“${String(value)}”`)
