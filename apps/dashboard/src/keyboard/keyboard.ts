import { useEffect } from 'react'
import { areSingleKeysOn, currentShortcuts } from './shortcuts.ts'

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
