import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { variables } from '@matterbase/config'
import { mostConnections } from '@matterbase/db'
import { expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { commands } from '../src/commands/index.ts'

const deploy = fileURLToPath(new URL('../../../deploy/', import.meta.url))
const read = (name: string) => readFile(join(deploy, name), 'utf8')
const known = new Set([...Object.keys(variables), 'NODE_COMPILE_CACHE', 'NODE_ENV'])
const names = new Set(commands.map(({ name }) => name))

/** Whether a program that checks something is not on this machine. */
function lacks(command: string, ...args: readonly string[]): boolean {
  const isMissing = spawnSync(command, args).status !== 0
  if (isMissing) console.warn(`${command} ${args[0]} does not work here: what it checks is left out`)
  return isMissing
}

interface Service {
  command?: string[]
  environment?: Record<string, string>
  healthcheck?: { test?: string[] }
  deploy?: { replicas: number }
}

it('compose runs two APIs and two workers, each by a command and with variables that there are', async () => {
  const { services } = parse(await read('compose.yaml'), { merge: true }) as { services: Record<string, Service> }
  const ours = Object.entries(services).filter(([, { command }]) => command && names.has(command[0] ?? ''))
  expect(ours.map(([name, { command, deploy: more }]) => [name, command, more?.replicas])).toEqual([
    ['migrate', ['migrate'], undefined],
    ['api-1', ['api'], undefined],
    ['api-2', ['api'], undefined],
    ['worker', ['worker'], 2],
  ])
  for (const [, { environment = {} }] of ours)
    for (const name of Object.keys(environment)) expect(known).toContain(name)
  const { WORKER_PORT } = services['worker']?.environment ?? {}
  expect(services['worker']?.healthcheck?.test?.join(' ')).toContain(`:${WORKER_PORT}/readyz`)
  const upstreams = services['caddy']?.environment?.['MATTERBASE_APIS']
  expect(upstreams).toBe('api-1:3000 api-2:3000')
})

it.each(['compose.yaml', '../compose.yaml'])(
  'Redis of %s asks for the password that the programs have',
  async (file) => {
    const { services } = parse(await read(file), { merge: true }) as { services: Record<string, Service> }
    const password = /--requirepass ([^ ]+)/.exec(services['redis']?.command?.join(' ') ?? '')?.[1] ?? 'none'
    const urls = Object.values(services).flatMap(({ environment = {} }) => environment['REDIS_URL'] ?? [])
    expect(new Set(urls)).toEqual(new Set([`redis://:${password}@redis:6379`]))
  },
)

it('the chart lets no pod connect to a worker unless values name it', async () => {
  const policy = await read('helm/matterbase/templates/network-policy.yaml')
  const worker = policy.slice(policy.indexOf('}}-worker'))
  expect(worker).toMatch(/ingress:\n {4}{{- with \.Values\.networkPolicy\.metricsFrom }}\n {4}- ports:[^]*from:/)
  const { networkPolicy } = parse(await read('helm/matterbase/values.yaml')) as { networkPolicy: object }
  expect(networkPolicy).toEqual({ enabled: true, apiFrom: [], metricsFrom: [] })
})

const composeEnv = { ENCRYPTION_KEY: 'a', POSTGRES_PASSWORD: 'b', MATTERBASE_SITE: 'matterbase.example.com' }

for (const [command, ...args] of [['docker', 'compose'], ['docker-compose']] as [string, ...string[]][])
  it.skipIf(lacks(command, ...args, 'version'))(
    `${command} takes the compose files, and asks for what is not set`,
    async () => {
      const config = (file: string, env: object) =>
        spawnSync(command, [...args, '-f', file, 'config'], {
          env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
          encoding: 'utf8',
        })
      for (const file of [join(deploy, 'compose.yaml'), join(deploy, '../compose.yaml')]) {
        expect(config(file, composeEnv)).toMatchObject({ status: 0, stderr: '' })
        const { ENCRYPTION_KEY: _, ...others } = composeEnv
        expect(config(file, others).stderr).toContain('set it to 32 random bytes in base64')
      }
    },
  )

it('the systemd units run commands that there are, with variables that there are', async () => {
  const files = (await readdir(join(deploy, 'systemd'))).toSorted()
  expect(files).toEqual([
    'matterbase',
    'matterbase-api.service',
    'matterbase-backup.service',
    'matterbase-backup.timer',
    'matterbase-migrate.service',
    'matterbase-worker.service',
    'matterbase.env',
  ])
  for (const file of files.filter((name) => name.endsWith('.service'))) {
    const command = /^ExecStart=.* apps\/cli\/bin\/matterbase\.js (\w+)(?: --.*)?$/m.exec(
      await read(`systemd/${file}`),
    )?.[1]
    expect(file).toBe(`matterbase-${command}.service`)
    expect(names).toContain(command)
  }
  for (const [, name] of (await read('systemd/matterbase.env')).matchAll(/^(?:# )?([A-Z_]+)=/gm))
    expect(known).toContain(name)
})

it('the sample of the configuration page is the file of settings', async () => {
  const page = await readFile(join(deploy, '../docs/self-host/configuration.md'), 'utf8')
  expect(page).toContain(`\`\`\`ini\n${await read('systemd/matterbase.env')}\`\`\`\n`)
})

it('the page and the chart count the connections of an API as the code does', async () => {
  const page = await readFile(join(deploy, '../docs/self-host/high-availability.md'), 'utf8')
  expect(page).toMatch(new RegExp(`\\| An API process +\\| ${mostConnections}, of which`))
  expect(page).toMatch(new RegExp(`\\| \`max_client_conn\` +\\| At least ${mostConnections} for each API process`))
  expect(await read('helm/matterbase/values.yaml')).toContain(`up to ${mostConnections} for each replica, 4 of them`)
})

it('the nightly backup runs in a shell that gets a date and a dollar sign', async () => {
  const unit = await read('systemd/matterbase-backup.service')
  // systemd reads "%%" as "%" and "$$" as "$".
  const [, script = ''] = /^ExecStart=\/bin\/sh -c '(.+)'$/m.exec(unit) ?? []
  const asRun = script
    .replaceAll('%%', '%')
    .replaceAll('$$', '$')
    .replace(/^exec \S+/, 'echo')
  const { stdout } = spawnSync('sh', ['-c', asRun], { encoding: 'utf8' })
  expect(stdout).toMatch(
    /^apps\/cli\/bin\/matterbase\.js backup --to \/var\/backups\/matterbase\/\d{4}-\d\d-\d\d-\d{6}\.backup --passphrase-file \/etc\//,
  )
})

it('the wrapper is a shell script, and runs the command line with the settings of the units', async () => {
  expect(spawnSync('sh', ['-n', join(deploy, 'systemd/matterbase')]).status).toBe(0)
  expect(await read('systemd/matterbase')).toMatch(
    /EnvironmentFile=\/etc\/matterbase\/matterbase\.env[^]*matterbase\.js "\$@"$/m,
  )
})

it.skipIf(lacks('systemd-analyze', '--version'))('systemd finds nothing wrong with the units', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'matterbase-units-'))
  const units = (await readdir(join(deploy, 'systemd'))).filter((name) => /\.(?:service|timer)$/.test(name))
  for (const name of units) {
    const text = await read(`systemd/${name}`)
    // It looks whether the program is there.
    await writeFile(join(folder, name), text.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
  }
  const { stderr } = spawnSync('systemd-analyze', ['verify', ...units.map((name) => join(folder, name))], {
    encoding: 'utf8',
  })
  const aboutOurs = stderr.split('\n').filter((line) => line.includes('matterbase'))
  await rm(folder, { recursive: true })
  expect(aboutOurs).toEqual([])
})

interface Manifest {
  kind: string
  metadata: { name: string; annotations?: Record<string, string> }
  spec: {
    replicas?: number
    selector?: { matchLabels: Record<string, string> }
    rules?: { host: string }[]
    template?: { metadata: { labels: Record<string, string> }; spec: { containers: Container[] } }
  }
}

interface Container {
  args: string[]
  image: string
  env: { name: string; value: string }[]
  ports?: { name: string; containerPort: number }[]
  readinessProbe?: { httpGet: { path: string; port: string } }
}

const lacksHelm = lacks('helm', 'version')
const chart = join(deploy, 'helm/matterbase')
const helm = (...args: string[]) => spawnSync('helm', args, { encoding: 'utf8' })

function rendered(...settings: string[]): Manifest[] {
  const { status, stdout, stderr } = helm('template', 'firm', chart, ...settings.flatMap((value) => ['--set', value]))
  expect([status, stderr]).toEqual([0, ''])
  return parseAllDocuments(stdout).flatMap((document) => {
    expect(document.errors).toEqual([])
    const manifest = document.toJS() as Manifest | null
    return manifest ? [manifest] : []
  })
}

/** The names of values as templates ask for them, `image.tag`. */
const namesOf = (values: Record<string, unknown>) =>
  Object.entries(values).flatMap(([name, value]) => {
    const inner = typeof value === 'object' && value !== null ? Object.keys(value) : []
    return inner.length > 0 ? inner.map((key) => `${name}.${key}`) : [name]
  })

const matchesOf = (text: string, pattern: RegExp) =>
  [...new Set(Array.from(text.matchAll(pattern), ([, found = '']) => found))].toSorted()

it('the chart asks for the values that it has, and runs each command with variables that there are, without Helm too', async () => {
  const files = await readdir(join(chart, 'templates'))
  const templates = await Promise.all(files.map((name) => read(`helm/matterbase/templates/${name}`)))
  for (const text of templates)
    expect(text.match(/{{-? (?:if|with|range|define) /g)?.length).toBe(text.match(/{{-? end }}/g)?.length)
  const all = templates.join('')
  const values = parse(await read('helm/matterbase/values.yaml')) as Record<string, unknown>
  expect(matchesOf(all, /\.Values\.([\w.]+)/g)).toEqual(namesOf(values).toSorted())
  expect(matchesOf(all, /include "([^"]+)"/g)).toEqual(matchesOf(all, /define "([^"]+)"/g))
  const run = matchesOf(all, /args: \[(.*)\]/g)
  expect(run).toEqual(['api', 'migrate', 'worker'])
  for (const name of run) expect(names).toContain(name)
  for (const name of matchesOf(all, /{ name: ([A-Z_]+), value/g)) expect(known).toContain(name)
})

it.skipIf(lacksHelm)('the chart makes what Kubernetes runs: commands, variables and ports that there are', async () => {
  const manifests = rendered('image.tag=1.2.3', 'env.LOG_LEVEL=warn', 'ingress.enabled=true')
  expect(manifests.map(({ kind, metadata: { name } }) => `${kind} ${name}`).toSorted()).toEqual([
    'Deployment firm-api',
    'Deployment firm-worker',
    'Ingress firm',
    'Job firm-migrate',
    'NetworkPolicy firm-api',
    'NetworkPolicy firm-worker',
    'PodDisruptionBudget firm-api',
    'PodDisruptionBudget firm-worker',
    'Service firm-api',
  ])
  expect(manifests.find(({ kind }) => kind === 'Ingress')?.spec.rules?.[0]?.host).toBe('matterbase.example.com')
  const job = manifests.find(({ kind }) => kind === 'Job')
  expect(job?.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade')
  for (const { metadata, spec } of manifests.filter(({ spec: { template } }) => template)) {
    const { containers = [] } = spec.template?.spec ?? {}
    const [{ args, image, env, ports, readinessProbe }] = containers as [Container]
    expect([`firm-${args[0]}`, image]).toEqual([metadata.name, 'matterbase:1.2.3'])
    expect(names).toContain(args[0])
    for (const { name } of env) expect(known).toContain(name)
    expect(env).toContainEqual({ name: 'LOG_LEVEL', value: 'warn' })
    if (spec.selector) expect(spec.template?.metadata.labels).toMatchObject(spec.selector.matchLabels)
    if (args[0] === 'worker')
      expect(env).toContainEqual({ name: 'WORKER_PORT', value: String(ports?.[0]?.containerPort) })
    if (args[0] !== 'migrate') expect(readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'http' })
  }
})

it.skipIf(lacksHelm)('the chart passes its lint, and says that a version is needed', async () => {
  const lint = helm('lint', chart, '--set', 'image.tag=1')
  expect([lint.status, lint.stdout]).toEqual([0, expect.stringContaining('0 chart(s) failed')])
  expect(helm('template', chart).stderr).toContain('image.tag is needed: the version to run')
})
