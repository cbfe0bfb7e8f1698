import { resolve } from 'node:path'

/** Where the command was typed: a script started with --filter runs in its own folder. */
const callersFolder = process.env.INIT_CWD ?? process.cwd()

export const fromCallersFolder = (path: string) => resolve(callersFolder, path)
