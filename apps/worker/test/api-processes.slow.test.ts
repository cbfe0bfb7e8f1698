import { readFile } from 'node:fs/promises'
import { freePort } from '@matterbase/config/testing'
import { redisUrl, withRedis } from '@matterbase/jobs/testing'
import { expect, it } from 'vitest'
import { startApi } from './support/api-process.ts'
import { createWorld } from './support/world.ts'

it.runIf(withRedis)(
  'two API processes accept each for itself, and tell Prometheus what both have done, and the queue once',
  async () => {
    const world = await createWorld()
    await world.addEndpoint('https://example.com/', { isActive: false })
    const metrics = await freePort()
    const api = await startApi(world, { API_PROCESSES: '2', REDIS_URL: redisUrl, METRICS_PORT: String(metrics) })
    const port = Number(new URL(api.origin).port).toString(16).toUpperCase().padStart(4, '0')
    const listening = async () =>
      (await readFile('/proc/net/tcp', 'utf8'))
        .split('\n')
        .filter((line) => line.includes(`:${port} 00000000:0000 0A `))
    // Nothing elsewhere tells which processes listen.
    if (process.platform === 'linux') await expect.poll(listening).toHaveLength(2 * 64)
    const scrape = async () => (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
    await Promise.all(Array.from({ length: 40 }, () => api.call('GET', '/me')))
    await expect
      .poll(async () => /^matterbase_http_requests_total\{operation="getMe".*\} (\d+)$/m.exec(await scrape())?.[1])
      .toBe('40')
    const text = await scrape()
    expect(text).toContain('matterbase_webhook_endpoints{state="switched_off"} 1')
    await api.kill('SIGTERM')
    await world.close()
  },
)
