import { createPrompt } from './prompt.ts'

/** A field that another member changed too. */
export interface Clash {
  readonly name: string
  readonly label: string
  readonly theirs: unknown
  readonly yours: unknown
}

interface Question {
  readonly clashes: readonly Clash[]
  /** Who changed it, where that is known. */
  readonly by: string | null
}

/** Answered with the fields that are saved as typed here; undefined saves nothing. */
export const changePrompt = createPrompt<Question, readonly string[] | undefined>({ isShared: false })
