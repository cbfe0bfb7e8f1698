import { readFile } from 'node:fs/promises'
import type { NextNumbers } from '@matterbase/domain'
import { z } from 'zod'

/** The next numbers of each account, by its email address. */
export type NextNumbersByAccount = ReadonlyMap<string, NextNumbers>

const NextNumbersFile = z.record(
  z.string(),
  z.strictObject({
    invoice: z.string().min(1).max(255).optional(),
    credit_note: z.string().min(1).max(255).optional(),
  }),
)

/** Reads the file of --next-numbers. @throws Error when it is not one. */
export async function readNextNumbers(file: string | undefined): Promise<NextNumbersByAccount> {
  if (file === undefined) return new Map()
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`${file} cannot be read: correct the path, or make the file readable`, { cause })
  })
  try {
    return new Map(Object.entries(NextNumbersFile.parse(JSON.parse(text))))
  } catch (cause) {
    throw new Error(
      `${file} does not contain the next numbers: write {"ada@example.com": {"invoice": "INV-2026-0044", "credit_note": "CN-2026-0003"}}`,
      { cause },
    )
  }
}
