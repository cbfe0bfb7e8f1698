import { useState } from 'react'
import { createAttempt } from '../../api/attempt.ts'
import { refresh } from '../../api/queries.ts'
import { matters } from '../resource.ts'
import type { Resource } from '../resource.ts'
import { readCsv } from './csv-file.ts'
import type { CsvFile } from './csv-file.ts'
import { importRows, preview } from './importing.ts'
import type { Imported, Preview, Progress } from './importing.ts'
import { kindOf } from './kind-of.ts'
import { guessMapping, itemsOf } from './mapping.ts'
import type { Mapping } from './mapping.ts'

/**
 * The steps of an import: choose a file, map its columns, check it, write it.
 *
 * @param allowed the kinds of records that the user can write. A file opens with the kind that its columns fit best.
 */
export function useImport(allowed: readonly Resource[]) {
  const [resource, setResource] = useState<Resource>(matters)
  const [file, setFile] = useState<CsvFile>()
  const [mapping, setMapping] = useState<Mapping>([])
  const [found, setFound] = useState<Preview>()
  const [imported, setImported] = useState<Imported>()
  const [progress, setProgress] = useState<string>()
  const [error, setError] = useState<string>()
  // Rows whose import had no response are not imported twice.
  const [attempt] = useState(createAttempt)
  function start(next: CsvFile | undefined, of: Resource) {
    attempt.end()
    setFile(next)
    setMapping(next ? guessMapping(next, of) : [])
    setFound(undefined)
    setImported(undefined)
    setError(undefined)
  }
  async function run(step: string, work: (onProgress: Progress) => Promise<void>) {
    setError(undefined)
    setProgress(`${step}…`)
    try {
      await work((done, of) => setProgress(`${step} ${done} of ${of}…`))
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : 'Something went wrong.')
    } finally {
      setProgress(undefined)
    }
  }
  return {
    resource,
    file,
    mapping,
    preview: found,
    imported,
    progress,
    error,
    chooseResource(next: Resource) {
      setResource(next)
      start(file, next)
    },
    chooseFile: (chosen: File | undefined) =>
      run('Reading', async () => {
        start(undefined, resource)
        if (!chosen) return
        const next = await readCsv(chosen)
        const kind = kindOf(next, resource, allowed)
        setResource(kind)
        start(next, kind)
      }),
    chooseMapping(next: Mapping) {
      setMapping(next)
      setFound(undefined)
    },
    check: () =>
      run('Checking', async (onProgress) => {
        setImported(undefined)
        if (file) setFound(await preview(resource, itemsOf(file, mapping, resource), onProgress))
      }),
    write: () =>
      run('Importing', async (onProgress) => {
        setImported(await importRows(resource, found?.effective ?? [], attempt, onProgress))
        setFound(undefined)
        await refresh()
      }),
  }
}

export type Import = ReturnType<typeof useImport>
