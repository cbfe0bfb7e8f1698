import { z } from 'zod'
import type { Variables } from './variable.ts'

/** Variables for logs, metrics and traces. */
export const logVariables = {
  LOG_LEVEL: {
    schema: z.enum(['debug', 'info', 'warn', 'error']),
    must: 'be debug, info, warn or error',
    description: 'Least severe level that is logged: `debug`, `info` (one line for each request), `warn` or `error`.',
    unset: '`warn` with `start`, else `info`. The image sets `info`',
    api: { default: 'info' },
    cli: 'optional',
    worker: { default: 'info' },
  },
  LOG_FORMAT: {
    schema: z.enum(['json', 'text']),
    must: 'be json or text',
    description: 'Format of log lines: `json`, one object on a line, or `text` for people.',
    unset: '`text` with `start` and on a terminal, else `json`. The image sets `json`',
    api: 'optional',
    cli: 'optional',
    worker: 'optional',
  },
  MATTERBASE_COMMIT: {
    schema: z.string().regex(/^[0-9a-f]{7,64}$/),
    must: 'be a Git commit of 7 to 64 hexadecimal digits',
    description:
      'Git commit of the build, which `/healthz`, `matterbase --version` and `doctor` report. The image sets it from the build argument `COMMIT`.',
    unset: 'the commit of the checkout, if there is one',
    api: 'optional',
    cli: 'optional',
    worker: 'optional',
  },
} as const satisfies Variables
