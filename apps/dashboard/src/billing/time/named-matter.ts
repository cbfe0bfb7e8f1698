import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

interface NamedMatter {
  readonly id: number
  readonly title: string
}

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** The matter whose title contains the first word of a text. Undefined unless there is exactly one. */
export async function matterNamedIn(text: string): Promise<NamedMatter | undefined> {
  const [first] = wordsIn(text)
  if (first === undefined || first.length < 2) return undefined
  // The full stop searches for the whole word, not for words that begin with it.
  const { data } = await call('GET /search', { query: { q: `${first}.`, kind: 'matter' } }, { isQuiet: true })
  const fitting = data.filter(({ title }) => wordsIn(title).includes(first))
  const [one] = fitting
  return one && fitting.length === 1 ? { id: Number(one.id), title: one.title } : undefined
}

/** The matter that a text names while it is typed. */
export function useMatterNamedIn(text: string | undefined): NamedMatter | undefined {
  const [first] = wordsIn(text ?? '')
  const { data } = useQuery({
    queryKey: ['matter named', first],
    queryFn: async () => (await matterNamedIn(first ?? '')) ?? null,
    enabled: first !== undefined,
  })
  return first === undefined ? undefined : (data ?? undefined)
}
