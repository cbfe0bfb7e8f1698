import { useEffect } from 'react'
import { isTest } from '../../environment.ts'

/** Precedes the name of the page in the tab's title, such as a running timer. */
let prefix = ''
let current = ''

function write() {
  document.title = [prefix, isTest && 'TEST', current, 'Matterbase'].filter(Boolean).join(' · ')
}

/** Sets the tab's title. PageHeader does this for pages. */
export function useDocumentTitle(title: string) {
  useEffect(() => {
    current = title
    write()
  }, [title])
}

/** Sets the prefix for the timer: `setTitlePrefix('0:42')`. Empty removes it. */
export function setTitlePrefix(text: string) {
  prefix = text
  write()
}
