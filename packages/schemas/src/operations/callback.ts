import type { z } from 'zod'

/** A request that the service makes because of an operation. */
export interface Callback {
  readonly name: string
  /** Where it goes, as a runtime expression of OpenAPI. */
  readonly to: string
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly headers: Readonly<
    Record<string, { readonly description: string; readonly example: string; readonly isOptional?: true }>
  >
  /** Told apart by one of its members. */
  readonly body: z.ZodDiscriminatedUnion
  /** Example values of `data` beyond its own schema, by the discriminator of the body. */
  readonly examples: Readonly<Record<string, object>>
  /** The meaning of each response of the receiver, by status. */
  readonly answers: Readonly<Record<string, string>>
}
