// Gives jsr.json the version that `changeset version` has just written into package.json.
import { readFileSync, writeFileSync } from 'node:fs'

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')

const { version } = JSON.parse(read('package.json')) as { version: string }
writeFileSync(
  new URL('../jsr.json', import.meta.url),
  read('jsr.json').replace(/("version": ")[^"]*/, (_, before: string) => before + version),
)
