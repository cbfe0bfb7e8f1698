import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

interface Named {
  readonly id: number
  readonly title: string
}

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** The one matter whose title has the first word of a text, if there is exactly one. */
export async function matterNamedIn(text: string): Promise<Named | undefined> {
  const [first] = wordsIn(text)
  if (first === undefined || first.length < 2) return undefined
  // The full stop makes it a whole word, not the beginning of one.
  const { data } = await call('GET /search', { query: { q: `${first}.`, kind: 'matter' } }, { isQuiet: true })
  const fitting = data.filter(({ title }) => wordsIn(title).includes(first))
  const [one] = fitting
  return one && fitting.length === 1 ? { id: Number(one.id), title: one.title } : undefined
}

/** The same while it is being typed. */
export function useMatterNamedIn(text: string | undefined): Named | undefined {
  const [first] = wordsIn(text ?? '')
  const { data } = useQuery({
    queryKey: ['matter named', first],
    queryFn: async () => (await matterNamedIn(first ?? '')) ?? null,
    enabled: first !== undefined,
  })
  return first === undefined ? undefined : (data ?? undefined)
}
