import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'

export interface Choice {
  readonly id: number
  readonly title: string
  readonly subtitle: string
}

export type PickedKind = 'matter' | 'client'

interface Choices {
  /** Undefined until the first answer. */
  readonly found: readonly Choice[] | undefined
  /** True if the server did not respond. The request is repeated. */
  readonly isAway: boolean
}

const againAfterMs = 2_000

/** The records that match the search terms. Without search terms, the records that changed last. */
export function useChoices(kind: PickedKind, text: string, isOpen: boolean): Choices {
  const [choices, setChoices] = useState<Choices>({ found: undefined, isAway: false })
  useEffect(() => {
    if (!isOpen) return undefined
    const request = new AbortController()
    let again: ReturnType<typeof setTimeout> | undefined
    const ask = () =>
      choicesFor(kind, text.trim(), request.signal).then(
        (found) => !request.signal.aborted && setChoices({ found, isAway: false }),
        () => {
          if (request.signal.aborted) return
          setChoices({ found: [], isAway: true })
          again = setTimeout(() => void ask(), againAfterMs)
        },
      )
    void ask()
    return () => {
      clearTimeout(again)
      request.abort()
    }
  }, [kind, text, isOpen])
  return choices
}

async function choicesFor(kind: PickedKind, q: string, signal: AbortSignal): Promise<readonly Choice[]> {
  if (/[\p{L}\p{N}]/u.test(q)) {
    const { data } = await call('GET /search', { query: { q, kind } }, { signal, isQuiet: true })
    return data.map(({ id, title, subtitle }) => ({ id: Number(id), title, subtitle }))
  }
  const query = { sort: '-updated_at', limit: 6 } as const
  if (kind === 'matter') {
    const { data } = await call('GET /matters', { query }, { signal, isQuiet: true })
    return data.map((matter) => ({ id: matter.id, title: matterName(matter), subtitle: matter.status }))
  }
  const { data } = await call('GET /clients', { query }, { signal, isQuiet: true })
  return data.map((client) => ({ id: client.id, title: clientName(client), subtitle: client.email ?? '' }))
}

interface NamedClient {
  readonly id: number
  readonly company_name: string | null
  readonly contact_person: string | null
  readonly email: string | null
}

/** A client's name, by the same rule as on the server. */
export const clientName = ({ id, company_name: company, contact_person: person, email }: NamedClient) =>
  company ?? person ?? email ?? `Client ${id}`

/** `2026-0042 · Hale v. Northgate`, as on the server. */
export const matterName = ({ number, title }: { readonly number: string | null; readonly title: string }) =>
  number === null ? title : `${number} · ${title}`
