import { createStore } from '../../api/store.ts'

/** A delivery to look at in the signature lab. */
export interface LabInput {
  readonly body: string
  readonly headers: readonly { readonly name: string; readonly value: string }[]
}

/** What another page sent here; undefined when nothing was. */
export const labInput = createStore<LabInput | undefined>(undefined)
