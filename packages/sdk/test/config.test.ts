import { inspect } from 'node:util'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { ConfigError, Matterbase, type MatterbaseOptions } from '../src/index.ts'
import { apiKey, baseUrl, client, failure, fetchOf, json, matter } from './service.ts'

beforeEach(() => {
  vi.stubEnv('MATTERBASE_API_KEY', undefined)
  vi.stubEnv('MATTERBASE_BASE_URL', undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a client', () => {
  it('takes key and base URL from the environment', async () => {
    vi.stubEnv('MATTERBASE_API_KEY', ' mb_live_env\n')
    vi.stubEnv('MATTERBASE_BASE_URL', 'https://env.test/api/v1/')
    const { fetch, calls } = fetchOf(json({ data: matter }))
    await new Matterbase({ fetch }).matters.get(7)
    expect(calls[0]?.url).toBe('https://env.test/api/v1/matters/7')
    expect(calls[0]?.init.headers.get('authorization')).toBe('Bearer mb_live_env')
  })

  it('prefers its options, and counts blank ones as unset', async () => {
    vi.stubEnv('MATTERBASE_API_KEY', 'mb_live_env')
    vi.stubEnv('MATTERBASE_BASE_URL', 'https://env.test/api/v1')
    const { fetch, calls } = fetchOf(json({ data: matter }))
    await client({ fetch }).matters.get(7)
    await new Matterbase({ fetch, apiKey: ' ', baseUrl: '' }).matters.get(7)
    expect(calls.map(({ url }) => url)).toEqual([`${baseUrl}/matters/7`, 'https://env.test/api/v1/matters/7'])
  })

  it.each<[string, MatterbaseOptions, string]>([
    ['no key', { apiKey: '' }, 'MATTERBASE_API_KEY'],
    ['no base URL', { baseUrl: '' }, 'MATTERBASE_BASE_URL'],
    ['a base URL without a scheme', { baseUrl: 'matters.test/api/v1' }, 'baseUrl'],
    ['a base URL that is no web address', { baseUrl: 'ftp://matters.test' }, 'baseUrl'],
    ['a base URL with a password', { baseUrl: 'https://me:word@matters.test/api/v1' }, 'baseUrl'],
    ['a base URL with a query', { baseUrl: 'https://matters.test/api/v1?a=1' }, 'baseUrl'],
    ['a timeout of 0', { timeout: 0 }, 'timeout'],
    ['a timeout that is no number', { timeout: Number.NaN }, 'timeout'],
    ['a negative deadline', { deadline: -1 }, 'deadline'],
    ['negative retries', { maxRetries: -1 }, 'maxRetries'],
  ])('refuses %s and names it', (_name, options, named) => {
    expect(() => client(options)).toThrow(ConfigError)
    expect(() => client(options)).toThrow(named)
  })

  it('does not quote a key it refuses', () => {
    expect(() => client({ apiKey: 'mb_live_canary\nx' })).toThrow(/^(?!.*canary)/s)
  })

  it('refuses to run in a page unless told otherwise', () => {
    vi.stubGlobal('window', {})
    vi.stubGlobal('document', {})
    expect(() => client()).toThrow('dangerouslyAllowBrowser')
    expect(() => client({ dangerouslyAllowBrowser: true })).not.toThrow()
  })

  it('sends no user-agent from a page, where it would need a preflight', async () => {
    vi.stubGlobal('window', {})
    vi.stubGlobal('document', {})
    const { fetch, calls } = fetchOf(json({ data: matter }))
    await client({ fetch, dangerouslyAllowBrowser: true }).matters.get(7)
    expect(calls[0]?.init.headers.has('user-agent')).toBe(false)
  })

  it('makes idempotency keys with a function of its own', async () => {
    const { fetch, calls } = fetchOf(json({ data: matter }))
    await client({ fetch, idempotency: () => 'k-1' }).matters.create({ title: 'x' })
    expect(calls[0]?.init.headers.get('idempotency-key')).toBe('k-1')
  })
})

describe('the key', () => {
  it('is in no inspection, JSON, error or log line', async () => {
    const lines: unknown[] = []
    const log = (...line: unknown[]) => lines.push(line)
    const logger = { debug: log, info: log, warn: log }
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const quoting = fetchOf(
      () => failure(500),
      () => json({ error: `the key ${apiKey} is wrong` }, 401),
    )
    const broken = fetchOf(new TypeError('fetch failed'))
    const mb = client({ fetch: quoting.fetch, logger })
    const call = mb.matters.get(7)
    const errors = [
      await call.catch((error: unknown) => error),
      await client({ fetch: broken.fetch, logger })
        .me()
        .catch((error: unknown) => error),
    ]
    const deep = (value: unknown) => inspect(value, { depth: Infinity, showHidden: true, getters: true })
    const shown = [mb, call, mb.matters, mb.matters.list(), ...errors, lines].flatMap((value) => [
      deep(value),
      JSON.stringify(value),
      String(value),
    ])
    expect(errors[0]).toMatchObject({ name: 'AuthenticationError' })
    expect(lines.length).toBeGreaterThan(3)
    expect(shown.join('\n')).not.toContain('canary')
  })
})

describe('the log', () => {
  it('tells of attempts and retries, without query or bodies', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const lines: [string, object][] = []
    const logger = {
      debug: (_: string, fields: object) => lines.push(['debug', fields]),
      info: (_: string, fields: object) => lines.push(['info', fields]),
      warn: (_: string, fields: object) => lines.push(['warn', fields]),
    }
    const { fetch } = fetchOf(failure(503), json({ data: [] }, 200, { 'x-request-id': 'req_2' }))
    await client({ fetch, logger }).matters.list({ q: 'Jane Doe' })
    const ms = expect.any(Number)
    expect(lines).toEqual([
      ['debug', { method: 'GET', path: '/matters', attempt: 1, ms, status: 503, requestId: undefined }],
      ['info', { method: 'GET', path: '/matters', attempt: 1, waitMs: 0 }],
      ['debug', { method: 'GET', path: '/matters', attempt: 2, ms, status: 200, requestId: 'req_2' }],
    ])
  })

  it('goes to the console from the level that the environment names, else nowhere', async () => {
    const debug = vi.spyOn(console, 'debug').mockReturnValue()
    const { fetch } = fetchOf(json({ data: matter }))
    await client({ fetch }).matters.get(7)
    vi.stubEnv('MATTERBASE_LOG', 'info')
    await client({ fetch }).matters.get(7)
    expect(debug).not.toHaveBeenCalled()
    vi.stubEnv('MATTERBASE_LOG', 'debug')
    await client({ fetch }).matters.get(7)
    expect(debug).toHaveBeenCalledOnce()
  })
})
