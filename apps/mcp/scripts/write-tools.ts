import { writeFileSync } from 'node:fs'
import { toolsFile, toolsPage } from './tools-page.ts'

writeFileSync(toolsFile, toolsPage())
