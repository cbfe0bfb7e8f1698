import { readdir, readFile } from 'node:fs/promises'

const folder = new URL('../../src/routes/', import.meta.url)

/** The path of every page of the app, as `src/routes` lists them: `/matters/$id`. */
export async function allRoutes(): Promise<string[]> {
  const files = await readdir(folder)
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')))
  return texts.flatMap((text) => [...text.matchAll(/page\(\s*'([^']+)'/g)].map(([, path]) => path ?? ''))
}
