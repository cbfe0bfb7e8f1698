import { fileURLToPath } from 'node:url'

/** The entry points of the programs that a server is made of. */
export const programs = {
  api: fileURLToPath(import.meta.resolve('@matterbase/api/src/main.ts')),
  worker: fileURLToPath(import.meta.resolve('@matterbase/worker/src/main.ts')),
} as const

// By default V8 lets its heap grow to several times what is in use before it cleans up.
export const memoryFlags = ['--max-semi-space-size=8', '--max-old-space-size=512']
