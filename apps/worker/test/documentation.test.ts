import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serviceSignature, standardSignature, toSigningKey } from '@matterbase/jobs'
import { constructEvent } from '@matterbase/sdk/webhooks'
import { Webhook } from 'standardwebhooks'
import { eventKinds } from '@matterbase/schemas'
import { expect, it, onTestFinished, vi } from 'vitest'
import { defaults } from './support/defaults.ts'

const page = (name: string) => readFile(new URL(`../../../docs/webhooks/${name}.md`, import.meta.url), 'utf8')
const text = await page('verify')
const blocks = (language: string) =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\n\`\`\``, 'g'))].map(([, content = '']) => content)
const [secret = '', bodyText = ''] = blocks('text')
const [headerLines = ''] = blocks('http')
const body = Buffer.from(bodyText)
const headers = Object.fromEntries(
  headerLines
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
)

it('the test vector for receivers is what we send', () => {
  const key = toSigningKey(secret)
  expect(serviceSignature(key, body)).toBe(headers['x-service-signature'])
  const [id = '', timestamp = ''] = [headers['webhook-id'], headers['webhook-timestamp']]
  expect(standardSignature(key, id, timestamp, body)).toBe(headers['webhook-signature'])
  expect(JSON.parse(body.toString())).toMatchObject({ event_id: id })
})

it('the test vector is accepted by plain HMAC, the SDK and a Standard Webhooks library', async () => {
  expect(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`).toBe(headers['x-service-signature'])
  vi.useFakeTimers({ now: Number(headers['webhook-timestamp']) * 1_000, toFake: ['Date'] })
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({ event: 'matter.created' })
  expect(await constructEvent(body, headers, secret)).toMatchObject({ event: 'matter.created', attempt: 1 })
  vi.useRealTimers()
})

it('the documented retry schedule is the default', async () => {
  const sentence = /immediately, then after (.*?), each measured/s.exec(await page('delivery-and-retries'))?.[1] ?? ''
  const unit = { s: 1, min: 60, h: 3_600 } as const
  const waits = [...sentence.matchAll(/(\d+)\s(s|min|h)\b/g)].map(
    ([, count, name]) => Number(count) * unit[name as keyof typeof unit],
  )
  expect([0, ...waits]).toEqual(defaults.schedule)
})

it('the output of `listen` in the docs counts all events', async () => {
  expect(await page('local-testing')).toContain(`Ready. ${eventKinds.length} events of the test workspace go to`)
})

interface Call {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
  readonly secret: string
}

/** How the function of a block is called: it prints true or false for each of the requests on stdin. */
const languages: Record<string, { command: readonly string[]; file: string; program: (block: string) => string }> = {
  js: {
    command: [process.execPath],
    file: 'check.mjs',
    // node:http has the names in lower case.
    program: (block) => `${block}
import { readFileSync } from 'node:fs'
for (const { body, headers, secret } of JSON.parse(readFileSync(0, 'utf8'))) {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  console.log(isGenuine(Buffer.from(body, 'base64'), lower, secret))
}`,
  },
  python: {
    command: ['python3'],
    file: 'check.py',
    // As a plain dict, and as the headers of http.server.
    program: (block) => `${block}

import base64, sys
from email.message import Message
for request in json.load(sys.stdin):
    message = Message()
    for name, value in request["headers"].items():
        message[name] = value
    answers = {is_genuine(base64.b64decode(request["body"]), headers, request["secret"]) for headers in (request["headers"], message)}
    print(str(answers.pop()).lower() if len(answers) == 1 else "differs")`,
  },
  ruby: {
    command: ['ruby'],
    file: 'check.rb',
    program: (block) => `${block}
JSON.parse($stdin.read).each { |each| puts genuine?(each['body'].unpack1('m'), each['headers'], each['secret']) }`,
  },
  php: {
    command: ['php'],
    file: 'check.php',
    program: (block) => `${block}
foreach (json_decode(file_get_contents('php://stdin'), true) as $each)
    echo isGenuine(base64_decode($each['body']), $each['headers'], $each['secret']) ? "true\n" : "false\n";`,
  },
  go: {
    command: ['go', 'run'],
    file: 'check.go',
    program: (
      block,
    ) => `${block.replace('package hooks', 'package main').replace('import (', 'import (\n"encoding/base64"\n"fmt"\n"os"')}
func main() {
	var requests []struct { Body, Secret string; Headers map[string]string }
	json.NewDecoder(os.Stdin).Decode(&requests)
	for _, each := range requests {
		body, _ := base64.StdEncoding.DecodeString(each.Body)
		header := http.Header{}
		for name, value := range each.Headers { header.Set(name, value) }
		fmt.Println(IsGenuine(body, header, each.Secret))
	}
}`,
  },
  java: {
    // For one run: without what makes a long one quick.
    command: ['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'],
    file: 'Check.java',
    // Java has no JSON of its own: the requests come as literals.
    program: (block) => {
      const [imports = '', rest = ''] = block.split('\n\nfinal class')
      return `${imports}
public class Check {
    public static void main(String[] args) throws Exception {
        for (String line : new String(System.in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
            String[] parts = line.split("\\t", -1);
            Map<String, List<String>> headers = new java.util.HashMap<>();
            for (int at = 2; at + 1 < parts.length; at += 2) headers.put(parts[at], List.of(parts[at + 1]));
            System.out.println(Webhooks.isGenuine(java.util.Base64.getDecoder().decode(parts[0]), headers, parts[1]));
        }
    }
}
final class${rest}`
    },
  },
}

const asLines = (calls: readonly Call[]) =>
  calls
    .map((call) => [call.body.toString('base64'), call.secret, ...Object.entries(call.headers).flat()].join('\t'))
    .join('\n')
const asJson = (calls: readonly Call[]) =>
  JSON.stringify(calls.map((call) => ({ ...call, body: call.body.toString('base64') })))

const isInstalled = ([program = '']: readonly string[]) => !spawnSync(program, ['--help']).error

/** The body of the test vector, as it would be sent so many minutes from now. */
const bodyIn = (minutes: number) =>
  Buffer.from(
    JSON.stringify({ ...JSON.parse(bodyText), timestamp: new Date(Date.now() + minutes * 60_000).toISOString() }),
  )
const signed = (content: Buffer, by: string) => serviceSignature(toSigningKey(by), content)

for (const [language, { command, file, program }] of Object.entries(languages)) {
  const isHere = isInstalled(command)
  if (!isHere) console.warn(`There is no ${command[0]}: the verifier in ${language} is not run`)
  it.skipIf(!isHere)(`the verifier in ${language} takes what is genuine, whole, recent and signed`, async () => {
    const [block] = blocks(language)
    expect(block).toBeDefined()
    const folder = await mkdtemp(join(tmpdir(), 'verifier-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, file), program(block ?? ''))
    const [now, newer] = [bodyIn(0), secret.replace('AAEC', 'AAED')]
    const genuine = { body: now, headers: { 'X-Service-Signature': signed(now, secret) }, secret }
    const rotated = {
      'X-Service-Signature': signed(now, newer),
      'X-Service-Signature-Previous': signed(now, secret),
    }
    const calls: [boolean, Call][] = [
      [true, genuine],
      [true, { ...genuine, headers: { 'x-service-signature': signed(now, secret) } }],
      [true, { ...genuine, headers: { 'X-SERVICE-SIGNATURE': signed(now, secret) } }],
      [true, { ...genuine, headers: rotated }],
      [true, { ...genuine, headers: rotated, secret: newer }],
      [false, { ...genuine, body: Buffer.from(now.toString().replace('12.5', '12.6')) }],
      [false, { ...genuine, secret: newer }],
      [false, { ...genuine, headers: { 'X-Service-Signature': 'sha256=é' } }],
      [false, { ...genuine, headers: {} }],
      ...[-6, 6].map((minutes): [boolean, Call] => {
        const content = bodyIn(minutes)
        return [false, { body: content, headers: { 'X-Service-Signature': signed(content, secret) }, secret }]
      }),
    ]
    const sent = calls.map(([, call]) => call)
    const [name = '', ...args] = command
    const input = language === 'java' ? asLines(sent) : asJson(sent)
    const { stdout, stderr } = spawnSync(name, [...args, join(folder, file)], { input })
    expect(stdout.toString().trim().split('\n'), stderr.toString()).toEqual(calls.map(([answer]) => String(answer)))
  })
}

it('lists verifiers in six languages, and the SDK before them', () => {
  for (const language of ['ts', ...Object.keys(languages)]) expect(blocks(language)).not.toEqual([])
})
