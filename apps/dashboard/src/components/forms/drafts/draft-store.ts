/** Unsaved values of a form. */
export interface Kept {
  /** The time when it was typed, in ISO 8601. */
  readonly at: string
  /** The changed values by field. */
  readonly values: Readonly<Record<string, unknown>>
  /** The idempotency keys of the form. A server that saved it without an answer is not asked twice. */
  readonly attempt?: string | undefined
}

const prefix = 'draft:'

let owner = ''

/** Opens the drafts of one member of one account. Drafts of any other member in this tab are removed. */
export function openDrafts(next: string) {
  owner = `${prefix}${next}:`
  removeDrafts((key) => !key.startsWith(owner))
}

/** Removes every draft, at sign-out. */
export const dropDrafts = () => removeDrafts(() => true)

/** The key of a draft: the page, the record that is open next to a list, and the form's name. */
export function draftKey(name: string): string {
  const peek = new URLSearchParams(location.search).get('peek') ?? ''
  return `${owner}${location.pathname}:${peek}:${name}`
}

export function keepDraft(key: string, kept: Omit<Kept, 'at'>) {
  try {
    sessionStorage.setItem(key, JSON.stringify({ at: new Date().toISOString(), ...kept } satisfies Kept))
  } catch {
    // The storage is full. The form still asks before it is left.
  }
}

export function draftAt(key: string): Kept | undefined {
  const text = sessionStorage.getItem(key)
  if (text === null) return undefined
  const kept: Kept = JSON.parse(text)
  return kept
}

export const dropDraft = (key: string) => sessionStorage.removeItem(key)

function removeDrafts(isRemoved: (key: string) => boolean) {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(prefix) && isRemoved(key)) sessionStorage.removeItem(key)
}
