import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { allowsPrivate, describeNetwork } from '../src/start/network.ts'
import type { Network } from '../src/start/network.ts'
import { freePort } from '@matterbase/config/testing'
import { makeDataDir, matterbase, patience } from './matterbase.ts'
import type { Run } from './matterbase.ts'

describe('a start that the network can reach', () => {
  let dataDir: string
  let remove: () => Promise<void>
  let running: Run | undefined

  beforeAll(async () => {
    ;({ dataDir, remove } = await makeDataDir())
  })
  afterEach(async () => {
    running?.child.kill('SIGTERM')
    await running?.ended
  })
  afterAll(() => remove())

  async function start(env: NodeJS.ProcessEnv) {
    const port = await freePort()
    const run = matterbase(['start'], { DATA_DIR: dataDir, PORT: String(port), ...env })
    running = run
    const up = vi.waitFor(() => expect(run.output().stdout).toMatch(/curl .+\/me\n\n/), patience)
    await Promise.race([up, run.ended.then((code) => expect.fail(`ended with ${code}: ${run.output().stderr}`))])
    const { MATTERBASE_API_KEY: key } = parseEnv(await readFile(join(dataDir, 'demo.env'), 'utf8'))
    const call = async (method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const url = `http://127.0.0.1:${port}/api/v1${path}`
      const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    }
    return { call, port, stdout: () => run.output().stdout }
  }

  const webhook = { url: 'http://127.0.0.1:9/hook', events: ['matter.created'] }

  it('takes no private webhook targets, makes demo keys with a limit, and says that it is not encrypted', async () => {
    const { call, port, stdout } = await start({ HOST: '0.0.0.0' })
    expect((await call('POST', '/webhooks', webhook)).status).toBe(400)
    expect((await call('GET', '/me')).body).toMatchObject({ key: { rate_tier: 'pro' } })
    await expect.poll(stdout).toContain('Webhooks go to public https addresses only')
    expect(stdout()).toContain(
      `Not encrypted: HOST 0.0.0.0 lets the network in, and PUBLIC_URL is http://localhost:${port}`,
    )
    expect(stdout()).not.toContain('no rate limit')
  })

  it('takes them when WEBHOOK_ALLOW_PRIVATE says so, and needs no warning behind https', async () => {
    const { call, stdout } = await start({
      HOST: '0.0.0.0',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      PUBLIC_URL: 'https://matterbase.example.com',
    })
    expect((await call('POST', '/webhooks', webhook)).status).toBe(201)
    await expect.poll(stdout).toContain('WEBHOOK_ALLOW_PRIVATE is true')
    expect(stdout()).not.toContain('Not encrypted')
  })
})

const network: Network = {
  host: '127.0.0.1',
  publicUrl: 'http://localhost:3000',
  isEmbedded: true,
  allowPrivate: undefined,
}
const unlimited = { email: 'demo@matterbase.local', isUnlimited: true }

it.each<[Partial<Network>, boolean]>([
  [{}, true],
  [{ host: '0.0.0.0' }, false],
  [{ host: '::' }, false],
  [{ host: '192.168.1.5', allowPrivate: true }, true],
  [{ allowPrivate: false }, false],
  [{ isEmbedded: false }, false],
  [{ isEmbedded: false, allowPrivate: true }, true],
])('with %o, private webhook targets are allowed: %s', (changes, allowed) => {
  expect(allowsPrivate({ ...network, ...changes })).toBe(allowed)
})

it('says nothing to a start that only its own machine can reach', () => {
  expect(describeNetwork(network, unlimited)).toEqual([])
})

it('warns of demo keys without a limit once others can reach the server', () => {
  const open = { ...network, host: '0.0.0.0' }
  expect(describeNetwork(open, unlimited).join('\n')).toContain('The demo keys have no rate limit')
  expect(describeNetwork(open, { ...unlimited, isUnlimited: false }).join('\n')).not.toContain('no rate limit')
})
