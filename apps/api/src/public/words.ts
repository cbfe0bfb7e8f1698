import type { Request } from 'express'
import { english } from './words-english.ts'
import type { PublicWords } from './words-english.ts'
import { french } from './words-french.ts'
import { german } from './words-german.ts'

const languages: Readonly<Record<string, PublicWords>> = { en: english, de: german, fr: french }

/** The words of public pages in the language of the firm's locale, or else in English. */
export const wordsIn = (locale: string | null): PublicWords => languages[locale?.split('-')[0] ?? ''] ?? english

/** The same in the language of the browser, where no firm is known. */
export const wordsFor = (req: Request): PublicWords => wordsIn(req.acceptsLanguages(Object.keys(languages)) || null)
