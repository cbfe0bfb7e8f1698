import { createStore } from '../api/store.ts'

const preference = 'sidebar'

/** The open group of the sidebar, stored in this browser. Empty: all are folded. Null: the user has not chosen. */
export const openGroup = createStore<string | null>(localStorage.getItem(preference))

/** Opens a group, and folds the others, so that the sidebar fits in a low window. */
export function setOpenGroup(label: string) {
  localStorage.setItem(preference, label)
  openGroup.set(label)
}
