import { writeFileSync } from 'node:fs'
import { cliFile, cliPage } from './cli-page.ts'
import { environmentFile, environmentPage } from './environment-page.ts'

// Writes the pages of docs/reference. `pnpm format` has the last word on their layout.
writeFileSync(cliFile, cliPage())
writeFileSync(environmentFile, environmentPage())
