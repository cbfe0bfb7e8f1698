import { ignoredFields, joined, noNames } from './unknown-names.ts'
import type { Names } from './unknown-names.ts'

/** What of a request is ignored, for the headers that name it. */
export function ignoredNames() {
  let unknown = noNames
  let disregarded = noNames
  return {
    headers: () => ignoredFields(joined(unknown, disregarded)),

    isDisregarded: (name: string) => disregarded.listed.includes(name),

    noteIgnored(names: Names) {
      unknown = joined(unknown, names)
    },

    // A write that is tried again has names of its own.
    noteDisregarded(names: readonly string[]) {
      disregarded = { listed: names, count: names.length }
    },
  }
}
