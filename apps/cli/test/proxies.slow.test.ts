import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '@matterbase/config/testing'
import { matterbase, patience, runHere } from './matterbase.ts'
import type { Run } from './matterbase.ts'

const email = 'ada@example.com'
const password = 'correct horse battery'
const deploy = (name: string) => readFile(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8')

/** `text` with each of the parts replaced that a reader would replace; each has to be there. */
function filledIn(text: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce((filled, [part, value]) => {
    if (!filled.includes(part)) throw new Error(`"${part}" is not in it`)
    return filled.replaceAll(part, value)
  }, text)
}

interface Place {
  folder: string
  /** Where the proxy is to listen for https. */
  port: number
  /** A port for http. */
  plainPort: number
  apiPort: number
}

interface Proxy {
  args: string[]
  env?: Record<string, string>
}

/** The programs, each with what it is started with for the file under `deploy/`. */
const proxies: Readonly<Record<'nginx' | 'caddy', (place: Place) => Promise<Proxy>>> = {
  async nginx({ folder, port, plainPort, apiPort }) {
    const site = filledIn(await deploy('nginx/matterbase.conf'), {
      'listen 80;': `listen 127.0.0.1:${plainPort};`,
      'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
      'server_name matterbase.example.com': 'server_name localhost',
      'server 127.0.0.1:3000;': `server 127.0.0.1:${apiPort};`,
      '/etc/ssl/matterbase/fullchain.pem': join(folder, 'cert.pem'),
      '/etc/ssl/matterbase/privkey.pem': join(folder, 'key.pem'),
      '/var/log/nginx/': `${folder}/`,
    })
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${join(folder, name)};`)
      .join('\n')
    // Its processes would else give up the rights to write into the folder.
    const user = process.getuid?.() === 0 ? 'user root;\n' : ''
    await writeFile(join(folder, 'site.conf'), site)
    await writeFile(
      join(folder, 'nginx.conf'),
      `${user}daemon off;\npid ${join(folder, 'nginx.pid')};\nerror_log stderr;\nevents {}\nhttp {\n${temporary}\ninclude ${join(folder, 'site.conf')};\n}\n`,
    )
    return { args: ['-p', folder, '-c', join(folder, 'nginx.conf')] }
  },
  async caddy({ folder, port, plainPort, apiPort }) {
    const site = filledIn(await deploy('caddy/Caddyfile'), {
      skip_install_trust: `skip_install_trust\n\tadmin off\n\thttps_port ${port}`,
      '{$MATTERBASE_SITE:matterbase.example.com} {': `{$MATTERBASE_SITE:matterbase.example.com} {\n\ttls ${join(folder, 'cert.pem')} ${join(folder, 'key.pem')}`,
    })
    await writeFile(join(folder, 'Caddyfile'), site)
    return {
      args: ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'],
      env: {
        HOME: folder,
        MATTERBASE_SITE: `localhost:${port}, 127.0.0.1:${port}`,
        MATTERBASE_HTTP_PORT: String(plainPort),
        MATTERBASE_APIS: `127.0.0.1:${apiPort}`,
      },
    }
  },
}

const isThere = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

let folder: string
let database: TestDatabase
let documentPath: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'matterbase-proxy-'))
  database = await createTestDatabase()
  const create = async (...args: string[]) => {
    const { code, stdout, stderr } = await runHere([...args, '--json'], { DATABASE_URL: database.url })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return JSON.parse(stdout) as { document_id?: number }
  }
  await create('accounts', 'create', '--email', email, '--password', password)
  const signer = ['--signer-name', 'Jo', '--signer-email', 'jo@example.com']
  const document = await create('documents', 'create', '--account', email, '--title', 'Letter', ...signer)
  documentPath = `/dash/v1/live/documents/${document.document_id}/content`
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

for (const name of ['nginx', 'caddy'] as const) {
  const isMissing = !isThere(name)
  if (isMissing) console.warn(`${name} is not installed: what is tested behind it is left out`)

  describe.skipIf(isMissing)(`behind ${name}`, () => {
    let place: Place
    let certificate: string
    let api: Run
    let proxy: ChildProcess
    let said = ''

    beforeAll(async () => {
      const [port, plainPort, apiPort] = [await freePort(), await freePort(), await freePort()]
      place = { folder: join(folder, name), port, plainPort, apiPort }
      await mkdir(place.folder)
      certificate = await makeCertificate(place.folder)
      api = startApi(place)
      const { args, env } = await proxies[name](place)
      proxy = spawn(name, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
      proxy.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
      await waitUntilServing()
    })
    afterAll(async () => {
      const gone = once(proxy, 'exit')
      proxy.kill('SIGTERM')
      api.child.kill('SIGTERM')
      await Promise.all([gone, api.ended])
    })

    it('is said by doctor to have a certificate that is not trusted', async () => {
      const settings = { DATABASE_URL: database.url, PUBLIC_URL: `https://localhost:${place.port}`, HOST: '127.0.0.1' }
      const { stdout } = await runHere(['doctor'], settings)
      expect(stdout).toMatch(
        /problem +public_url .* has a certificate that is not trusted here .*\n +→ .*NODE_EXTRA_CA_CERTS/,
      )
    })

    const waitUntilServing = () =>
      vi.waitFor(async () => expect((await ask('GET', '/readyz')).status, said).toBe(200), patience)

    interface Asked {
      body?: Buffer | object
      headers?: Record<string, string>
      /** The address of this machine that it comes from. */
      from?: string
      host?: string
    }

    /** A request over TLS, whose certificate is checked. */
    function ask(
      method: string,
      path: string,
      { body, headers = {}, from = '127.0.0.1', host = 'localhost' }: Asked = {},
    ) {
      const bytes = body instanceof Buffer ? body : body && Buffer.from(JSON.stringify(body))
      const type = body && !(body instanceof Buffer) ? { 'content-type': 'application/json' } : {}
      return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string; json(): unknown }>(
        (resolve, reject) => {
          const sent = request(
            {
              host: '127.0.0.1',
              port: place.port,
              servername: host === 'localhost' ? host : '',
              ca: certificate,
              localAddress: from,
              agent: false,
              method,
              path,
              headers: {
                host: `${host}:${place.port}`,
                ...type,
                ...(bytes && { 'content-length': bytes.length }),
                ...headers,
              },
            },
            (response) => {
              const chunks: Buffer[] = []
              response.on('data', (chunk: Buffer) => chunks.push(chunk))
              response.on('error', reject)
              response.on('end', () => {
                const text = Buffer.concat(chunks).toString()
                const { statusCode = 0, headers: answered } = response
                resolve({ status: statusCode, headers: answered, text, json: () => JSON.parse(text) as unknown })
              })
            },
          )
          sent.on('error', reject).end(bytes)
        },
      )
    }

    const signIn = (more: Asked = {}) => ask('POST', '/dash/v1/sign-in', { body: { email, password }, ...more })

    async function cookie(): Promise<string> {
      const { status, headers } = await signIn()
      expect(status).toBe(200)
      return (headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]).join('; ')
    }

    it('the dashboard and the API are there over https, and http leads to it', async () => {
      const page = await ask('GET', '/')
      expect(page).toMatchObject({ status: 200, headers: { 'content-type': expect.stringContaining('text/html') } })
      expect(page.headers['strict-transport-security']).toContain('max-age=')
      expect(await ask('GET', '/api/v1/me')).toMatchObject({ status: 401 })
      const plain = await fetch(`http://localhost:${place.plainPort}/docs?a=1`, { redirect: 'manual' })
      expect(plain.status).toBe(308)
      expect(plain.headers.get('location')).toMatch(/^https:\/\/localhost(:\d+)?\/docs\?a=1$/)
    })

    it('a browser signs in and is known by its cookie, by whichever name it came', async () => {
      const { headers } = await signIn()
      expect(headers['set-cookie']).toContainEqual(expect.stringMatching(/^__Host-mb_session=.+; Secure/))
      expect(await ask('GET', '/dash/v1/session', { headers: { cookie: await cookie() } })).toMatchObject({
        status: 200,
      })
      // Where Origin is not PUBLIC_URL it is compared with Host, its port too.
      const origin = `https://127.0.0.1:${place.port}`
      expect(await signIn({ host: '127.0.0.1', headers: { origin } })).toMatchObject({ status: 200 })
      expect(await signIn({ headers: { origin: 'https://elsewhere.example' } })).toMatchObject({ status: 403 })
    })

    it('a document of 10 MiB comes up, and a larger one is refused in JSON', async () => {
      const headers = { cookie: await cookie(), 'content-type': 'application/pdf' }
      const pdf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size - 9, 32)])
      const mebibyte = 1024 * 1024
      const fits = await ask('PUT', documentPath, { headers, body: pdf(10 * mebibyte) })
      expect(fits.text).toBe('{"success":true}')
      for (const size of [11, 40]) {
        const refused = await ask('PUT', documentPath, { headers, body: pdf(size * mebibyte) })
        expect(refused).toMatchObject({
          status: 413,
          headers: { 'content-type': expect.stringContaining('application/json') },
        })
        expect(refused.json()).toMatchObject({ code: 'payload_too_large', error: expect.stringContaining(' MiB') })
      }
    })

    it("limits and log know the caller's own address, whatever it says of itself", async () => {
      const from = name === 'nginx' ? '127.0.0.8' : '127.0.0.9'
      const wrong = { from, body: { email: `${name}@example.com`, password: 'wrong password' } }
      for (let tries = 0; tries < 10; tries++) expect((await signIn(wrong)).status).toBe(401)
      expect((await signIn(wrong)).status).toBe(429)
      expect((await signIn({ ...wrong, headers: { 'x-forwarded-for': '203.0.113.7' } })).status).toBe(429)
      expect((await signIn({ ...wrong, from: '127.0.0.1' })).status).toBe(401)
      const lines = api.output().stdout.trim().split('\n')
      const requests = lines.map((line) => JSON.parse(line) as { path?: string; ip?: string })
      const signIns = requests.filter(({ path }) => path === '/dash/v1/sign-in')
      const addresses = new Set(signIns.map(({ ip }) => ip))
      expect([...addresses].toSorted()).toEqual(['127.0.0.1', from])
    })

    it('logs links without their tokens, also those that could not be handed on', async () => {
      const logs = async () => {
        const files = (await readdir(place.folder)).filter((file) => file.endsWith('.log'))
        return said + (await Promise.all(files.map((file) => readFile(join(place.folder, file), 'utf8')))).join('')
      }
      const links = ['sign', 'invoice', 'SETUP', 'reset', 'invite', 'inbox', 'dash/v1/links', './sign', '/sign']
      const askAll = () =>
        Promise.all(links.map((link) => ask('GET', `/${link}/s3cret?next=s3cret`, { headers: { referer: 's3cret' } })))
      await askAll()
      api.child.kill('SIGTERM')
      await api.ended
      await askAll()
      await ask('GET', '/sign/s3cret/file')
      api = startApi(place)
      await waitUntilServing()
      await ask('GET', '/sign/last')
      await vi.waitFor(async () => expect((await logs()).match(/\/sign\/[*…]/g)?.length).toBeGreaterThan(3), patience)
      expect(await logs()).not.toContain('s3cret')
      // Other paths are logged as they are.
      expect(await logs()).toContain('/api/v1/me')
    })

    it('answers in JSON that the API is away, and goes on when it is back', async () => {
      api.child.kill('SIGTERM')
      await api.ended
      const away = await ask('GET', '/api/v1/me')
      expect(away).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
      expect(away.headers['content-type']).toContain('application/json')
      expect(away.json()).toMatchObject({ code: 'unavailable' })
      api = startApi(place)
      await waitUntilServing()
    })
  })
}

const startApi = ({ port, apiPort }: Place) =>
  matterbase(['api'], {
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
    HOST: '127.0.0.1',
    PORT: String(apiPort),
    PUBLIC_URL: `https://localhost:${port}`,
    TRUST_PROXY: '1',
  })

async function makeCertificate(where: string): Promise<string> {
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1'
  const options = ['-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost', '-addext', names]
  const files = ['-keyout', join(where, 'key.pem'), '-out', join(where, 'cert.pem')]
  const { status, stderr } = spawnSync('openssl', ['req', '-x509', ...options, ...files])
  if (status !== 0) throw new Error(`openssl: ${stderr.toString()}`)
  return readFile(join(where, 'cert.pem'), 'utf8')
}
