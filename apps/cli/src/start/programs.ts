import { fileURLToPath } from 'node:url'

/** The entry points of the programs that a server is made of. */
export const programs = {
  api: fileURLToPath(import.meta.resolve('@matterbase/api/dist/main.js')),
  worker: fileURLToPath(import.meta.resolve('@matterbase/worker/dist/main.js')),
} as const

// By default V8 lets its heap grow to several times the used memory before it collects garbage. Short-lived objects of
// requests are collected in the young generation. With a small one, half of the API's CPU time is collection.
export const nodeFlagsOf = (file: string) => [
  `--max-semi-space-size=${file === programs.api ? 16 : 4}`,
  '--max-old-space-size=512',
  // By default V8 collects garbage with four threads, which on two cores delay every request.
  '--v8-pool-size=0',
]
// By default glibc keeps freed memory per thread. The operator's setting wins.
export const memoryEnv = { MALLOC_ARENA_MAX: '1' }
