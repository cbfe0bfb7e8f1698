import { useState } from 'react'
import { CopyButton } from '../buttons/copy-button.tsx'
import { classNames } from '../class-names.ts'

export interface JsonViewProps {
  /** JSON as text, or a value. Other text is printed unchanged. */
  readonly value: unknown
  readonly label: string
  /** Paths of fields to mark: `leadData.email`, `events[0]`. */
  readonly marked?: readonly string[]
}

/** JSON with collapsible objects and lists, and marked fields. */
export function JsonView({ value, label, marked = [] }: JsonViewProps) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  const parsed = parse(text)
  return (
    <div className="relative min-w-0 rounded-md border border-line bg-subtle">
      <CopyButton text={text} what={label} className="absolute top-1 right-1 bg-subtle" />
      <pre
        role="region"
        aria-label={label}
        tabIndex={0}
        className="focus-inset max-h-[28rem] overflow-auto px-3 py-2.5 font-mono text-meta leading-5"
      >
        {parsed === undefined ? text : <Node value={parsed} path="" marked={marked} after="" />}
      </pre>
    </div>
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface NodeProps {
  readonly name?: string
  readonly value: unknown
  readonly path: string
  readonly marked: readonly string[]
  readonly after: string
}

function Node({ name, value, path, marked, after }: NodeProps) {
  const [isOpen, setOpen] = useState(true)
  const isMarked = path !== '' && marked.includes(path)
  const before = name === undefined ? '' : `${JSON.stringify(name)}: `
  const line = classNames(isMarked && 'rounded-[3px] bg-bad-soft outline-1 outline-bad/50')
  if (typeof value !== 'object' || value === null)
    return (
      <span className={line} {...(isMarked && { 'data-marked': path })}>
        <span className="text-muted">{before}</span>
        <span className={colourOf(value)}>{JSON.stringify(value)}</span>
        {after}
      </span>
    )
  const isList = Array.isArray(value)
  const members = Object.entries(value)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  if (members.length === 0) return <span className={line}>{`${before}${open}${close}${after}`}</span>
  return (
    <span className={line} {...(isMarked && { 'data-marked': path })}>
      <span className="text-muted">{before}</span>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? 'Collapse' : 'Expand'} ${path || 'everything'}`}
        onClick={() => setOpen(!isOpen)}
        className="rounded-[3px] px-0.5 hover:bg-hover"
      >
        {isOpen ? open : `${open} … ${members.length} ${close}`}
      </button>
      {isOpen && (
        <>
          <span className="block pl-4">
            {members.map(([key, member], index) => (
              <span key={key} className="block">
                <Node
                  {...(!isList && { name: key })}
                  value={member}
                  path={isList ? `${path}[${key}]` : path ? `${path}.${key}` : key}
                  marked={marked}
                  after={index < members.length - 1 ? ',' : ''}
                />
              </span>
            ))}
          </span>
          {close}
        </>
      )}
      {after}
    </span>
  )
}

const colourOf = (value: unknown) =>
  typeof value === 'string'
    ? 'text-ok whitespace-pre-wrap wrap-anywhere'
    : value === null
      ? 'text-muted'
      : 'text-accent'
