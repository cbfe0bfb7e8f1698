import type { Request } from 'express'
import { english } from './words-english.ts'
import type { PublicWords } from './words-english.ts'
import { french } from './words-french.ts'
import { german } from './words-german.ts'

const languages: Readonly<Record<string, PublicWords>> = { en: english, de: german, fr: french }

/** The texts of public pages in the language of the firm's locale. Default: English. */
export const wordsIn = (locale: string | null): PublicWords => languages[locale?.split('-')[0] ?? ''] ?? english

/** The texts in the language of the browser, for pages without a firm. */
export const wordsFor = (req: Request): PublicWords => wordsIn(req.acceptsLanguages(Object.keys(languages)) || null)
