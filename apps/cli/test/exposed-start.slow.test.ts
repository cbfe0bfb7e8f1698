import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { freePort } from '@matterbase/config/testing'
import { makeDataDir, matterbase, patience, runHere } from './matterbase.ts'
import type { Run } from './matterbase.ts'

// The first start behind a proxy on the same machine, as docs/self-host/https.md describes it.

const email = 'owner@law.example'
let folder: { dataDir: string; remove(): Promise<void> }
let port: number
let running: Run

beforeAll(async () => {
  folder = await makeDataDir()
  port = await freePort()
  const env = { DATA_DIR: folder.dataDir, PORT: String(port), PUBLIC_URL: 'https://law.example', TRUST_PROXY: '1' }
  running = matterbase(['start'], env)
  const failure = running.ended.then(() => Promise.reject(new Error(JSON.stringify(running.output()))))
  await Promise.race([waitForBanner(), failure])
})
afterAll(async () => {
  running.child.kill('SIGTERM')
  await running.ended
  await folder.remove()
})

it('prints a setup link instead of creating a demo account', async () => {
  const { stdout } = running.output()
  expect(stdout).toMatch(/First user {2}https:\/\/law\.example\/setup\/\S+ \(works once, for 30 minutes\)/)
  await expect.poll(() => running.output().stdout).toContain('No demo account was created, because other machines can')
  await expect(access(join(folder.dataDir, 'demo.env'))).rejects.toThrow('ENOENT')
  const keys = await runHere(['keys', 'list', '--account', 'demo@matterbase.local'], { DATA_DIR: folder.dataDir })
  expect(keys).toMatchObject({ code: 1, stderr: expect.stringContaining('No account') })
})

it('refuses webhooks to private addresses and over http', async () => {
  const key = await makeKey()
  for (const url of ['http://127.0.0.1:9/admin', 'https://127.0.0.1/', 'https://10.0.0.5/', 'http://law.example/']) {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/webhooks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url, events: ['matter.created'] }),
    })
    expect(response.status, url).toBe(400)
    expect(await response.json()).toMatchObject({ details: [{ field: 'url', code: 'invalid_target' }] })
  }
})

const waitForBanner = async () =>
  vi.waitFor(() => expect(running.output().stdout).toContain('Matterbase is running'), patience)

async function makeKey(): Promise<string> {
  const env = { DATA_DIR: folder.dataDir }
  await runHere(['accounts', 'create', '--email', email, '--password', 'a few words that do well'], env)
  const { stdout, stderr } = await runHere(['keys', 'create', '--account', email, '--name', 'CRM', '--json'], env)
  expect(stderr).toBe('')
  return (JSON.parse(stdout) as { key: string }).key
}
