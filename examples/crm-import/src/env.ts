import { resolve } from 'node:path'

/** The folder of the caller. A script that is started with --filter runs in its own folder. */
const callersFolder = process.env.INIT_CWD ?? process.cwd()

export const fromCallersFolder = (path: string) => resolve(callersFolder, path)
