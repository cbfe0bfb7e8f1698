import { inject } from 'vitest'

import type { Backend } from './backend.ts'

async function ask<T>(name: keyof Backend, ...args: unknown[]): Promise<T> {
  const response = await fetch(`${inject('backendUrl')}/${name}`, { method: 'POST', body: JSON.stringify(args) })
  const { result, error } = (await response.json()) as { result: T; error?: string }
  if (error) throw new Error(error)
  return result
}

/** The one backend of the run, also from a runtime that cannot start one. */
export const remoteBackend = async (): Promise<Backend> => ({
  baseUrl: await ask('baseUrl'),
  oddUrl: await ask('oddUrl'),
  account: () => ask('account'),
  key: (options) => ask('key', options),
  invoice: (email, invoice) => ask('invoice', email, invoice),
})
