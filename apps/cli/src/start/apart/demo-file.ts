import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'

/** The values in `demo.env` for people and scripts. */
export interface DemoFile {
  MATTERBASE_BASE_URL?: string | undefined
  /** The key of the test workspace. A file of version 0.9 has the live key here, and keeps it. */
  MATTERBASE_API_KEY?: string | undefined
  MATTERBASE_TEST_API_KEY?: string | undefined
  MATTERBASE_LIVE_API_KEY?: string | undefined
  MATTERBASE_DEMO_EMAIL?: string | undefined
  MATTERBASE_DEMO_PASSWORD?: string | undefined
}

/** Reads the file; nothing of it is there before the first start. */
export async function readDemoFile(file: string): Promise<DemoFile> {
  return parseEnv(await readFile(file, 'utf8').catch(() => ''))
}

/** Replaces the file whole, readable for its owner alone. */
export async function writeDemoFile(file: string, demo: DemoFile): Promise<void> {
  const lines = Object.entries(demo).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}\n`]))
  const draft = `${file}.${process.pid}`
  await writeFile(draft, lines.join(''), { mode: 0o600 })
  await chmod(draft, 0o600)
  await rename(draft, file)
}
