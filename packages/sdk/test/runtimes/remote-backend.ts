import type { Backend } from '../contract/backend.ts'

// Put in by the bundler.
declare const BACKEND_URL: string

async function ask<T>(name: keyof Backend, ...args: unknown[]): Promise<T> {
  const response = await fetch(`${BACKEND_URL}/${name}`, { method: 'POST', body: JSON.stringify(args) })
  const { result, error } = (await response.json()) as { result: T; error?: string }
  if (error) throw new Error(error)
  return result
}

/** The backend that the run on Node has started, from a runtime that cannot start one. */
export const startBackend = async (): Promise<Backend> => ({
  baseUrl: await ask('baseUrl'),
  oddUrl: await ask('oddUrl'),
  account: () => ask('account'),
  key: (options) => ask('key', options),
  invoice: (email, invoice) => ask('invoice', email, invoice),
  stop: async () => {},
})
