import { z } from 'zod'
import { port, whole } from './variable.ts'
import type { Variables } from './variable.ts'

/** Where the programs listen, and how callers reach them. */
export const networkVariables = {
  PORT: {
    // With 0 the system picks one.
    schema: whole(0, 65_535),
    must: 'be a port from 1 to 65535',
    description:
      'Port of the API process: the dashboard at `/`, the API at `/api/v1`, the guides at `/docs`, the API reference at `/docs/api`, `/healthz` and `/readyz`.',
    api: { default: '3000' },
    cli: { default: '3000' },
  },
  HOST: {
    schema: z.string(),
    must: 'be an address to listen on',
    description: 'Address that `PORT` is opened on.',
    unset: '`127.0.0.1` with the embedded database, else `0.0.0.0`',
    api: { default: '0.0.0.0' },
    cli: 'optional',
  },
  PUBLIC_URL: {
    schema: z
      .url({ protocol: /^https?$/ })
      .refine((url) => URL.canParse(url) && new URL(url).href === `${new URL(url).origin}/`)
      .transform((url) => new URL(url).origin),
    must: 'be an address without a path, like https://matterbase.example.com',
    description:
      'Address under which browsers and other systems reach the server, without a path. Links, cookies and the OpenAPI document use it.',
    unset: '`http://localhost:$PORT`',
    api: 'optional',
    cli: 'optional',
  },
  TRUST_PROXY: {
    schema: z
      .string()
      .regex(/^(\d{1,2}|[\da-fA-F.:/]+(\s*,\s*[\da-fA-F.:/]+)*|loopback)$/)
      .transform((text) => (/^\d{1,2}$/.test(text) ? Number(text) : text)),
    must: 'be a number of proxies, or their addresses',
    description:
      'Number of reverse proxies in front, or their addresses. If you leave it at 0 behind a proxy, all visitors share one IP address in limits and logs.',
    api: { default: '0' },
    cli: 'optional',
  },
  API_PROCESSES: {
    schema: whole(1, 64),
    must: 'be a whole number from 1 to 64',
    description: 'Number of API processes that share `PORT`, up to 64. More than one needs `REDIS_URL`.',
    api: { default: '1' },
    cli: { default: '1' },
  },
  WORKER_PORT: {
    schema: port,
    must: 'be a port from 1 to 65535',
    description:
      'Port of `/healthz`, `/readyz` and `/metrics` of the worker, on `METRICS_HOST`. If unset, the worker does not listen.',
    cli: 'optional',
    worker: 'optional',
  },
  METRICS_PORT: {
    schema: port,
    must: 'be a port from 1 to 65535',
    description: 'Port of `GET /metrics` of the API, for Prometheus. If unset, the API serves no metrics.',
    api: 'optional',
    cli: 'optional',
  },
  METRICS_HOST: {
    schema: z.string(),
    must: 'be an address to listen on',
    description:
      'Address that `METRICS_PORT` and `WORKER_PORT` are opened on. Both need no API key. Let only probes and Prometheus reach them.',
    api: { default: '127.0.0.1' },
    cli: 'optional',
    worker: { default: '127.0.0.1' },
  },
} as const satisfies Variables
