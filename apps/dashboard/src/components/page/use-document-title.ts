import { useEffect } from 'react'
import { isTest } from '../../environment.ts'

/** Before the page's name in the tab's title, such as a running timer. */
let prefix = ''
let current = ''

function write() {
  document.title = [prefix, isTest && 'TEST', current, 'Matterbase'].filter(Boolean).join(' · ')
}

/** The tab's title; PageHeader does it for pages. */
export function useDocumentTitle(title: string) {
  useEffect(() => {
    current = title
    write()
  }, [title])
}

/** For the timer: `setTitlePrefix('0:42')`; an empty text removes it. */
export function setTitlePrefix(text: string) {
  prefix = text
  write()
}
