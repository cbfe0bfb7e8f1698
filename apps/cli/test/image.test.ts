import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

interface Job {
  readonly environment?: string
  readonly permissions?: Readonly<Record<string, string>>
  readonly steps: readonly { readonly run?: string }[]
}

const read = (name: string) => readFile(new URL(`../../../${name}`, import.meta.url), 'utf8')

it('every stage of the image is on the exact version of Node that the tests run on', async () => {
  const version = /^ {2}node@(\d+\.\d+\.\d+):/m.exec(await read('pnpm-lock.yaml'))?.[1]
  const lines = [...(await read('Dockerfile')).matchAll(/^(?:ARG|FROM) .*$/gm)].map(([line]) => line)
  const stages = ['FROM ${NODE_IMAGE} AS pnpm', 'FROM pnpm AS build', 'FROM pnpm AS production', 'FROM ${NODE_IMAGE}']
  expect(lines).toEqual([`ARG NODE_IMAGE=node:${version}-slim`, ...stages, 'ARG COMMIT='])
})

it('pnpm checks engines against that version, so that an install on Node 20 does not warn', async () => {
  const version = /^ {2}node@(\d+\.\d+\.\d+):/m.exec(await read('pnpm-lock.yaml'))?.[1]
  expect(await read('pnpm-workspace.yaml')).toContain(`\nnodeVersion: ${version}\n`)
})

it('the image runs as an ordinary user, takes production dependencies only, and can be asked whether it is well', async () => {
  const [building = '', production = '', running = ''] = (await read('Dockerfile')).split(/^FROM .*$/m).slice(2)
  expect(building).toContain('install --frozen-lockfile')
  expect(production).toContain('install --prod --frozen-lockfile')
  for (const app of ['api', 'worker', 'cli', 'dashboard'])
    expect(production).toContain(`COPY --from=build /app/apps/${app}/dist apps/${app}/dist\n`)
  expect(running).toMatch(/^ENV .*LOG_LEVEL=info LOG_FORMAT=json$/m)
  expect(running).toMatch(/USER node[^]*HEALTHCHECK[^]*readyz[^]*ENTRYPOINT \["node"[^]*CMD \["start"\]/)
  expect([...running.matchAll(/^COPY (.+)$/gm)].map(([, what]) => what)).toEqual(['--from=production /app /app'])
})

it('the image knows its commit, if the build names it', async () => {
  expect(await read('Dockerfile')).toContain('\nARG COMMIT=\nENV MATTERBASE_COMMIT=${COMMIT}\n')
})

it('no history, data, secrets or tests go into the image', async () => {
  const ignored = (await read('.dockerignore')).split('\n')
  for (const name of ['.git', '.data', '.env*', '**/.env*', '**/node_modules', '**/test'])
    expect(ignored).toContain(name)
})

it('compose publishes it on this machine alone', async () => {
  expect(await read('compose.yaml')).toContain(`ports: ['127.0.0.1:3000:3000']`)
})

it('the image and the workflows use the pnpm of packageManager, by its hash', async () => {
  const { packageManager } = JSON.parse(await read('package.json')) as { packageManager: string }
  const { packages } = JSON.parse(await read('.ci/pnpm/package-lock.json')) as {
    packages: Record<string, { version?: string; integrity?: string }>
  }
  const programs = Object.entries(packages).filter(([path]) => path !== '')
  expect(programs.map(([path]) => path)).toEqual([
    'node_modules/@pnpm/exe.linux-arm64',
    'node_modules/@pnpm/exe.linux-x64',
  ])
  for (const [, { version, integrity }] of programs) {
    expect(`pnpm@${version}`).toBe(packageManager)
    expect(integrity).toMatch(/^sha512-/)
  }
  for (const file of ['Dockerfile', '.github/workflows/ci.yml', '.github/workflows/release.yml', '.ci/version'])
    expect(await read(file)).not.toMatch(/\bnpx\b|(?<!p)npm install|corepack/)
})

it('the job that may publish to npm installs nothing', async () => {
  const { jobs } = parse(await read('.github/workflows/release.yml')) as { jobs: Record<string, Job> }
  const publishers = Object.values(jobs).filter(({ environment }) => environment === 'npm')
  expect(publishers).toHaveLength(1)
  for (const { permissions, steps } of publishers) {
    expect(permissions).toEqual({ 'id-token': 'write' })
    expect(steps.flatMap(({ run = [] }) => run)).toEqual([
      expect.stringMatching(/^npm publish \S+\.tgz .*--ignore-scripts$/),
    ])
  }
  // No job can both change the repository and say who it is.
  for (const { permissions = {} } of Object.values(jobs))
    expect(permissions).not.toMatchObject({ contents: 'write', 'id-token': 'write' })
})
