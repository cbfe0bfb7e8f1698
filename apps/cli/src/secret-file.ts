import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { explain } from './explain.ts'

/**
 * Reads a secret from the file that an option names, without the line break at its end.
 *
 * @throws Error with one sentence when it cannot be read.
 */
export async function readSecretFile(option: string, file: string): Promise<string> {
  const content = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(
      `${option} ${file} cannot be read (${explain(cause)}): correct the path, or make the file readable`,
      { cause },
    )
  })
  return withoutLineBreak(content)
}

/** Reads a secret from standard input. */
export const readSecretInput = async () => withoutLineBreak(await text(process.stdin))

const withoutLineBreak = (content: string) => content.replace(/\r?\n$/, '')
