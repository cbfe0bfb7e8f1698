import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { parseEnv } from 'node:util'
import { freePort } from '@matterbase/config/testing'
import { expect, it, onTestFinished } from 'vitest'
import { listProcesses, makeDataDir, matterbase, patience } from './matterbase.ts'

// The starts that are interrupted, repeated or opened to a network are in start.slow.test.ts.
it('a start serves API, dashboard and docs, delivers an event, and leaves no process when it is stopped', async () => {
  const { dataDir, remove } = await makeDataDir()
  const received: unknown[] = []
  const receiver = createServer((request, response) => {
    void json(request).then((body) => received.push(body))
    response.end()
  })
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  const port = await freePort()
  const { child, ended, output } = matterbase(['start'], { DATA_DIR: dataDir, PORT: String(port) })
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
    receiver.close()
    await remove()
  })
  await expect.poll(() => output().stdout, patience).toContain('Matterbase is running')

  const demo = parseEnv(await readFile(join(dataDir, 'demo.env'), 'utf8'))
  const call = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${demo['MATTERBASE_API_KEY']}`, 'content-type': 'application/json' }
    const response = await fetch(`${demo['MATTERBASE_BASE_URL']}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    return response.status
  }
  const { port: receiverPort } = receiver.address() as AddressInfo
  const endpoint = { url: `http://127.0.0.1:${receiverPort}`, events: ['matter.created'] }
  expect(await call('POST', '/webhooks', endpoint)).toBe(201)
  expect(await call('PUT', '/matters', { external_id: 'crm-1', title: 'Doe v. Roe' })).toBe(201)
  await expect
    .poll(() => received, patience)
    .toContainEqual(
      expect.objectContaining({
        event: 'matter.created',
        data: expect.objectContaining({ title: 'Doe v. Roe' }) as object,
      }),
    )
  for (const path of ['/', '/docs', '/api/v1/openapi.json'])
    expect((await fetch(`http://127.0.0.1:${port}${path}`)).status, path).toBe(200)

  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  await expect.poll(() => listProcesses(dataDir), patience).toEqual({})
})
