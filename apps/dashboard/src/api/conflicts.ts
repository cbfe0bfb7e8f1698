import { CallError } from './call-error.ts'
import { conflictPrompt } from './prompts.ts'

export type Fields = Readonly<Record<string, unknown>>

interface Versions {
  /** As they were when the user began to edit. */
  readonly seen: Fields
  /** As they are now. */
  readonly theirs: Fields
  /** As the user wants them. */
  readonly yours: Fields
}

export interface ConflictTexts {
  /** The labels of the fields on the screen. */
  readonly labels?: Readonly<Record<string, string>> | undefined
  /** How the values of fields are shown. Default: as they are. */
  readonly texts?: Readonly<Record<string, (value: unknown) => string>> | undefined
}

interface Question extends ConflictTexts {
  /** Who changed the record. Null if unknown. */
  readonly by: () => Promise<string | null>
}

/** The notice that replaces “Saved”. */
export const keptTheirs = 'Kept the other member’s changes'

/**
 * Lets the user decide about each field that both changed, to different values. Fields that the user left alone stay as they
 * are now.
 *
 * @returns the fields whose other value stays.
 * @throws {CallError} when the user cancels.
 */
export async function fieldsToKeep(
  { seen, theirs, yours }: Versions,
  { labels = {}, texts = {}, by }: Question,
): Promise<readonly string[]> {
  const changed = Object.keys(yours).filter((name) => !isSame(theirs[name], seen[name]))
  const untouched = changed.filter((name) => isSame(yours[name], seen[name]))
  const conflicting = changed.filter((name) => !untouched.includes(name) && !isSame(theirs[name], yours[name]))
  if (conflicting.length === 0) return untouched
  const textOf = (name: string, value: unknown) => texts[name]?.(value) ?? value
  const typed = await conflictPrompt.ask({
    by: await by(),
    conflicts: conflicting.map((name) => ({
      name,
      label: labels[name] ?? name,
      theirs: textOf(name, theirs[name]),
      yours: textOf(name, yours[name]),
    })),
  })
  if (!typed)
    throw new CallError(412, { error: 'Not saved. Another member changed this record in the meantime.' }, null)
  return [...untouched, ...conflicting.filter((name) => !typed.includes(name))]
}

export const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
