import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Router } from 'express'
import { staticFiles } from '../http/answer/static-files.ts'

const css = fileURLToPath(import.meta.resolve('@fontsource-variable/geist/wght.css'))
const manifest = fileURLToPath(import.meta.resolve('@fontsource-variable/geist/package.json'))
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
// The version in their address lets browsers keep them.
const path = `/typeface/${version}`

/** The dashboard's typeface. A page whose font comes late keeps the one it was first shown in, and does not move. */
export const typeface = readFileSync(css, 'utf8')
  .replaceAll('./files/', `${path}/`)
  .replaceAll('font-display: swap', 'font-display: optional')

/** The file that nearly every page needs. */
export const latin = `${path}/geist-latin-wght-normal.woff2`

export const typefaceFiles = () => Router().use(path, staticFiles(`${dirname(css)}/files`, { immutable: true }))
