import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Router } from 'express'
import { staticFiles } from '../http/answer/static-files.ts'

const css = fileURLToPath(import.meta.resolve('@fontsource-variable/geist/wght.css'))
const manifest = fileURLToPath(import.meta.resolve('@fontsource-variable/geist/package.json'))
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
// The version in the path lets browsers cache the files forever.
const path = `/typeface/${version}`

/** The typeface of the dashboard. A font that arrives late is not used, so that the page does not move. */
export const typeface = readFileSync(css, 'utf8')
  .replaceAll('./files/', `${path}/`)
  .replaceAll('font-display: swap', 'font-display: optional')

/** The file that nearly each page needs. */
export const latin = `${path}/geist-latin-wght-normal.woff2`

export const typefaceFiles = () => Router().use(path, staticFiles(`${dirname(css)}/files`, { immutable: true }))
