import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { generateTypes } from '../scripts/generate-types.ts'

async function folderFor(language: string, file: string) {
  const folder = await mkdtemp(join(tmpdir(), `matterbase-${language}-`))
  onTestFinished(() => rm(folder, { recursive: true }))
  generateTypes(language, 'MatterList', join(folder, file))
  return folder
}

const page = {
  count: 1,
  limit: 50,
  offset: 0,
  has_more: false,
  next_cursor: null,
  data: [{ id: 42, external_id: null, title: 'Hale v. Northgate', updated_at: '2026-03-14T09:26:53.589Z' }],
}

const isInstalled = (...[program = '', ...args]: string[]) => spawnSync(program, args).status === 0

const hasPython = isInstalled('python3', '-c', 'import dateutil')
if (!hasPython) console.warn('There is no python3 with dateutil: what is generated for it is not run')
it.skipIf(!hasPython)('generates types for Python that read a page', async () => {
  const cwd = await folderFor('python', 'matterbase.py')
  const program = `import json, matterbase; print(matterbase.matter_list_from_dict(json.loads('${JSON.stringify(page)}')).data[0].title)`
  const { stdout, stderr } = spawnSync('python3', ['-c', program], { cwd })
  expect(stdout.toString(), stderr.toString()).toBe('Hale v. Northgate\n')
})

const hasGo = isInstalled('go', 'version')
if (!hasGo) console.warn('There is no go: what is generated for it is not run')
it.skipIf(!hasGo)('generates types for Go that read a page', async () => {
  const cwd = await folderFor('go', 'types.go')
  const types = await readFile(join(cwd, 'types.go'), 'utf8')
  await writeFile(join(cwd, 'types.go'), types.replace(/^package \w+$/m, 'package main'))
  await writeFile(
    join(cwd, 'main.go'),
    `package main

import "fmt"

func main() {
	page, err := UnmarshalMatterList([]byte(\`${JSON.stringify(page)}\`))
	fmt.Println(*page.Data[0].Title, err)
}
`,
  )
  const { stdout, stderr } = spawnSync('go', ['run', 'types.go', 'main.go'], { cwd })
  expect(stdout.toString(), stderr.toString()).toBe('Hale v. Northgate <nil>\n')
})

it('generates types for C#', async () => {
  const cwd = await folderFor('csharp', 'Matterbase.cs')
  const types = await readFile(join(cwd, 'Matterbase.cs'), 'utf8')
  for (const line of [/public partial class MatterList\b/, /public string\S* Title\b/, /public enum \w*Status\b/])
    expect(types).toMatch(line)
})
