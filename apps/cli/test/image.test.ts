import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

const read = (name: string) => readFile(new URL(`../../../${name}`, import.meta.url), 'utf8')

it('every stage of the image is on the exact version of Node that the tests run on', async () => {
  const version = /^ {2}node@(\d+\.\d+\.\d+):/m.exec(await read('pnpm-lock.yaml'))?.[1]
  const lines = [...(await read('Dockerfile')).matchAll(/^(?:ARG|FROM) .*$/gm)].map(([line]) => line)
  const stages = ['FROM ${NODE_IMAGE} AS build', 'FROM ${NODE_IMAGE} AS production', 'FROM ${NODE_IMAGE}']
  expect(lines).toEqual([`ARG NODE_IMAGE=node:${version}-slim`, ...stages])
})

it('the image runs as an ordinary user, takes production dependencies only, and can be asked whether it is well', async () => {
  const [building = '', production = '', running = ''] = (await read('Dockerfile')).split(/^FROM .*$/m).slice(1)
  expect(building).toContain('install --frozen-lockfile')
  expect(production).toContain('install --prod --frozen-lockfile')
  for (const app of ['api', 'worker', 'cli', 'dashboard'])
    expect(production).toContain(`COPY --from=build /app/apps/${app}/dist apps/${app}/dist\n`)
  expect(running).toMatch(/^ENV .*LOG_LEVEL=info LOG_FORMAT=json$/m)
  expect(running).toMatch(/USER node[^]*HEALTHCHECK[^]*readyz[^]*ENTRYPOINT \["node"[^]*CMD \["start"\]/)
  expect([...running.matchAll(/^COPY (.+)$/gm)].map(([, what]) => what)).toEqual(['--from=production /app /app'])
})

it('no history, data, secrets or tests go into the image', async () => {
  const ignored = (await read('.dockerignore')).split('\n')
  for (const name of ['.git', '.data', '.env*', '**/.env*', '**/node_modules', '**/test'])
    expect(ignored).toContain(name)
})

it('compose publishes it on this machine alone', async () => {
  expect(await read('compose.yaml')).toContain(`ports: ['127.0.0.1:3000:3000']`)
})
