import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { titled } from './formats.ts'

export type Tone = 'neutral' | 'accent' | 'ok' | 'warn' | 'bad' | 'test'

const tones: Readonly<Record<Tone, string>> = {
  neutral: 'bg-hover text-muted',
  accent: 'bg-accent-soft text-accent',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  test: 'bg-test-soft text-test',
}

const toneOf: Readonly<Record<string, Tone>> = {
  'In Progress': 'accent',
  'Case Won': 'ok',
  Settled: 'ok',
  'On Hold': 'warn',
  active: 'ok',
  prospect: 'accent',
  pending: 'neutral',
  approved: 'accent',
  billed: 'ok',
  draft: 'neutral',
  sent: 'accent',
  viewed: 'accent',
  signed: 'ok',
  declined: 'bad',
  expired: 'warn',
  paid: 'ok',
  overdue: 'bad',
  new: 'accent',
  contacted: 'warn',
  qualified: 'accent',
  converted: 'ok',
  lost: 'neutral',
  delivered: 'ok',
  failed: 'bad',
  held: 'warn',
  blocked: 'bad',
  revoked: 'bad',
  disabled: 'warn',
  enabled: 'ok',
  on: 'ok',
}

export interface StatusBadgeProps {
  /** The displayed word. Known statuses have a color. */
  readonly status: string
  readonly tone?: Tone
  readonly icon?: ReactNode
}

/** A status as a word, never as a color alone. */
export function StatusBadge({ status, tone = toneOf[status] ?? 'neutral', icon }: StatusBadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex h-5 items-center gap-1 rounded-[5px] px-1.5 text-meta font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {icon}
      {titled(status)}
    </span>
  )
}

/** The status of an answer, coloured by its class. */
export function HttpStatus({ value }: { readonly value: number }) {
  return <StatusBadge status={String(value)} tone={value >= 500 ? 'bad' : value >= 400 ? 'warn' : 'ok'} />
}
