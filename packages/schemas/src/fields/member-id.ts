import { z } from 'zod'

/**
 * A member of the account. Any other value is ignored and named, and not refused: a program can copy the records of
 * another installation, whose members are others.
 */
export const memberId = (description: string) => {
  const words = { description, example: '7d2f9c1e-1f0a-4d59-9d0b-3c2f6a1b8e57' }
  return {
    kind: 'uuid',
    input: z.custom<string | null>().meta({ type: 'string', format: 'uuid', nullable: true, ...words }),
    output: z.uuid().nullable().meta(words),
  } as const
}
