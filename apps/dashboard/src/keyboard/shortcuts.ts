import { useEffect, useId, useRef } from 'react'
import { createStore, useStore } from '../api/store.ts'

/** A keyboard shortcut, used by the keyboard, the `?` sheet and ⌘K. */
export interface Shortcut {
  /** `C`, `?`, `G M` (one after the other) or `⌘K` (Ctrl elsewhere). */
  readonly keys: string
  /** "Anywhere", "This page" or "Lists". */
  readonly scope: string
  readonly label: string
  readonly run: () => void
}

const registered = createStore<ReadonlyMap<string, readonly Shortcut[]>>(new Map())

/** Registers shortcuts while a component is on the screen. */
export function useShortcuts(shortcuts: readonly Shortcut[]) {
  const owner = useId()
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  const names = shortcuts.map(({ keys, label }) => `${keys} ${label}`).join('\n')
  useEffect(() => {
    const bound = latest.current.map((shortcut, index) => ({
      ...shortcut,
      run: () => (latest.current[index] ?? shortcut).run(),
    }))
    registered.set(new Map(registered.get()).set(owner, bound))
    return () => {
      const rest = new Map(registered.get())
      rest.delete(owner)
      registered.set(rest)
    }
  }, [owner, names])
}

/** The current shortcuts. Shortcuts of a page win over those of the shell. */
const currentShortcuts = () => [...registered.get().values()].toReversed().flat()

export const useCurrentShortcuts = () => {
  useStore(registered)
  return currentShortcuts()
}

const preference = 'single-keys'

/** True if single-key shortcuts are on, in this browser. ⌘K always works. */
export const areSingleKeysOn = createStore(localStorage.getItem(preference) !== 'off')

export function setSingleKeys(isOn: boolean) {
  localStorage.setItem(preference, isOn ? 'on' : 'off')
  areSingleKeysOn.set(isOn)
}

const sequenceMs = 1_200

/** Listens for the registered shortcuts. */
export function useKeyboard() {
  useEffect(() => {
    const match = matcher()
    const onKeyDown = (event: KeyboardEvent) => {
      const run = event.defaultPrevented || event.isComposing ? undefined : match(event)
      if (!run) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Remembers the first key of a sequence for a moment. */
function matcher() {
  let first = ''
  let at = 0
  return (event: KeyboardEvent): (() => void) | undefined => {
    const isCommand = event.metaKey || event.ctrlKey
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key
    if (isCommand) return find(`⌘${key}`)
    if (event.altKey || !areSingleKeysOn.get() || isTyping(event.target) || isInDialog(event.target)) return undefined
    const pair = event.timeStamp - at < sequenceMs ? find(`${first} ${key}`) : undefined
    first = pair ? '' : key
    at = event.timeStamp
    return pair ?? find(key)
  }
}

const find = (keys: string) => currentShortcuts().find((shortcut) => shortcut.keys === keys)?.run

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox]):not([type=radio])'))

/** In a dialog, the shortcuts of the page are off. */
const isInDialog = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('[role=dialog][aria-modal=true], [role=alertdialog], [role=menu]') !== null
