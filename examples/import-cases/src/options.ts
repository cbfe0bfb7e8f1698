import { parseArgs } from 'node:util'

import { fromCallersFolder } from './env.ts'

export interface Options {
  readonly file: string
  readonly concurrency: number
  readonly limit: number
}

export const usage = 'Usage: start -- --file cases.csv [--concurrency 16] [--limit N]'

/** @throws {Error} if an option is missing or invalid. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    // pnpm passes `--` to the program.
    args: args.filter((arg) => arg !== '--'),
    options: { file: { type: 'string' }, concurrency: { type: 'string', default: '16' }, limit: { type: 'string' } },
  })
  if (!values.file) throw new Error('--file is required')
  return {
    file: fromCallersFolder(values.file),
    concurrency: whole('--concurrency', values.concurrency),
    limit: values.limit === undefined ? Infinity : whole('--limit', values.limit),
  }
}

function whole(name: string, text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`${name} must be an integer above 0, not "${text}"`)
  return Number(text)
}
