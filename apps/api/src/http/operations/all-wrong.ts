import type { ErrorDetail } from '@matterbase/schemas'
import type { Decoded } from '../input/decode.ts'
import type { Context } from './context.ts'

// What a handler is once its types have been checked against the contract.
export interface AnyHandler {
  (input: Decoded, context: Context): Promise<object>
  readonly alsoWrong?: (input: Decoded, context: Context, wrong: ReadonlySet<string>) => Promise<ErrorDetail[]>
}

/** Everything that is wrong with a request, in one answer. */
export async function allWrong(
  details: readonly ErrorDetail[],
  handler: AnyHandler | undefined,
  input: Decoded,
  context: Context,
) {
  const wrong = new Set(details.map(({ field }) => field))
  const more = (await handler?.alsoWrong?.(input, context, wrong)) ?? []
  return [...details, ...more.filter(({ field }) => !wrong.has(field))]
}
