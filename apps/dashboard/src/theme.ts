import { createStore } from './api/store.ts'

export const themes = ['system', 'light', 'dark'] as const

export type Theme = (typeof themes)[number]

const chosen = document.documentElement.dataset['theme']

/** The theme of this browser. `/theme.js` applies it before the first paint. */
export const theme = createStore<Theme>(chosen === 'light' || chosen === 'dark' ? chosen : 'system')

export function setTheme(next: Theme) {
  if (next === 'system') {
    localStorage.removeItem('theme')
    delete document.documentElement.dataset['theme']
  } else {
    localStorage.setItem('theme', next)
    document.documentElement.dataset['theme'] = next
  }
  theme.set(next)
}
