import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serviceSignature, standardSignature, toSigningKey } from '@matterbase/jobs'
import { constructEvent } from '@matterbase/sdk/webhooks'
import { Webhook } from 'standardwebhooks'
import { expect, it, onTestFinished, vi } from 'vitest'
import { defaults } from '../src/runtime/settings.ts'

const text = await readFile(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')
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

it('the documented retry schedule is the default', () => {
  const sentence = /at once, then after (.*?), each measured/s.exec(text)?.[1] ?? ''
  const unit = { s: 1, min: 60, h: 3_600 } as const
  const waits = [...sentence.matchAll(/(\d+)\s(s|min|h)\b/g)].map(
    ([, count, name]) => Number(count) * unit[name as keyof typeof unit],
  )
  expect([0, ...waits]).toEqual(defaults.schedule)
})

/** How the function of a block is called: it prints true or false for each of the requests on stdin. */
const languages: Record<string, { command: readonly string[]; file: string; program: (block: string) => string }> = {
  js: {
    command: [process.execPath],
    file: 'check.mjs',
    program: (block) => `${block}
import { readFileSync } from 'node:fs'
for (const { body, headers, secret } of JSON.parse(readFileSync(0, 'utf8')))
  console.log(isGenuine(Buffer.from(body, 'base64'), headers, secret))`,
  },
  python: {
    command: ['python3'],
    file: 'check.py',
    program: (block) => `${block}

import base64, json, sys
for request in json.load(sys.stdin):
    print(str(is_genuine(base64.b64decode(request["body"]), request["headers"], request["secret"])).lower())`,
  },
  ruby: {
    command: ['ruby'],
    file: 'check.rb',
    program: (block) => `${block}
require 'json'
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
    ) => `${block.replace('package hooks', 'package main').replace('import (', 'import (\n"encoding/base64"\n"encoding/json"\n"fmt"\n"os"')}
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
}

const isInstalled = ([program = '']: readonly string[]) => !spawnSync(program, ['--help']).error

for (const [language, { command, file, program }] of Object.entries(languages))
  it.skipIf(!isInstalled(command))(`the verifier in ${language} accepts the test vector and nothing else`, async () => {
    const [block] = blocks(language)
    expect(block).toBeDefined()
    const folder = await mkdtemp(join(tmpdir(), 'verifier-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, file), program(block ?? ''))
    const requests = [
      { body, headers, secret },
      { body: Buffer.from(bodyText.replace('12.50', '12.51')), headers, secret },
      { body, headers, secret: secret.replace('AAEC', 'AAED') },
      { body, headers: { ...headers, 'x-service-signature': 'sha256=é' }, secret },
      { body, headers: {}, secret },
    ].map((request) => ({ ...request, body: request.body.toString('base64') }))
    const [name = '', ...args] = command
    const { stdout, stderr } = spawnSync(name, [...args, join(folder, file)], { input: JSON.stringify(requests) })
    expect(stdout.toString(), stderr.toString()).toBe('true\nfalse\nfalse\nfalse\nfalse\n')
  })

it('verifiers in five languages stand there, and the SDK before them', () => {
  for (const language of ['ts', ...Object.keys(languages)]) expect(blocks(language)).not.toEqual([])
})
