import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pageOf, siteLink } from './links.ts'
import type { IndexSection } from './navigation.ts'

interface TextFiles {
  /** The repository, with a slash at its end. */
  readonly root: string
  /** Files of the repository. */
  readonly files: readonly string[]
  readonly index: readonly IndexSection[]
  readonly outDir: string
}

/** Writes the pages as Markdown next to the pages as HTML, and `index.json`, which lists them. */
export async function writeTextFiles({ root, files, index, outDir }: TextFiles): Promise<void> {
  for (const file of files) {
    const page = pageOf(file)
    if (page === undefined) continue
    const text = await readFile(root + file, 'utf8')
    const target = join(outDir, page)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(
      target,
      text.replaceAll(/\]\(([^)\s]+)\)/g, (_all, href: string) => `](${addressOf(file, href)})`),
    )
  }
  await writeFile(join(outDir, 'index.json'), JSON.stringify(index))
}

const addressOf = (file: string, href: string) => siteLink(file, href).replace(/^\//, '/docs/')
