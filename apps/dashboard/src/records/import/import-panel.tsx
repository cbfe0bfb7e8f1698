import { useState } from 'react'
import { refresh } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { fileStyle } from '../../components/forms/control-style.ts'
import { Field } from '../../components/forms/field.tsx'
import { FormError } from '../../components/forms/form-error.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { titled } from '../../components/values/formats.ts'
import { counted, matters, resources } from '../resource.ts'
import type { Resource } from '../resource.ts'
import { readCsv } from './csv-file.ts'
import type { CsvFile } from './csv-file.ts'
import { otherKind } from './exported.ts'
import { importRows, preview } from './importing.ts'
import type { Imported, Preview } from './importing.ts'
import { MappingTable } from './mapping-table.tsx'
import { guessMapping, itemsOf } from './mapping.ts'
import type { Mapping } from './mapping.ts'
import { ImportedNote, PreviewNote } from './outcome.tsx'

const row = { one: 'row', many: 'rows' }

/** Import in three steps: choose a file, map its columns and check it, write it. */
export function ImportPanel() {
  const can = useCan()
  const [resource, setResource] = useState<Resource>(matters)
  const [file, setFile] = useState<CsvFile>()
  const [mapping, setMapping] = useState<Mapping>([])
  const [found, setFound] = useState<Preview>()
  const [imported, setImported] = useState<Imported>()
  const [progress, setProgress] = useState<string>()
  const [error, setError] = useState<string>()

  function reset(next: CsvFile | undefined, of: Resource) {
    setFile(next)
    setMapping(next ? guessMapping(next, of) : [])
    setFound(undefined)
    setImported(undefined)
    setError(undefined)
  }
  async function run(words: string, work: (onProgress: (done: number, of: number) => void) => Promise<void>) {
    setError(undefined)
    setProgress(`${words}…`)
    try {
      await work((done, of) => setProgress(`${words} ${done} of ${of}…`))
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : 'Something went wrong.')
    } finally {
      setProgress(undefined)
    }
  }
  const open = (chosen: File | undefined) =>
    run('Reading', async () => {
      reset(undefined, resource)
      if (chosen) reset(await readCsv(chosen), resource)
    })
  const check = () =>
    run('Checking', async (onProgress) => {
      setImported(undefined)
      if (file) setFound(await preview(resource, itemsOf(file, mapping, resource), onProgress))
    })
  const write = () =>
    run('Importing', async (onProgress) => {
      setImported(await importRows(resource, found?.effective ?? [], onProgress))
      setFound(undefined)
      await refresh()
    })
  const isKeyed = mapping.includes('external_id') || mapping.includes('id')
  const isMapped = mapping.some((field) => field !== '')
  const mismatch = file && otherKind(file.header, resource, resources)
  const effective = found?.effective.length ?? 0

  return (
    <Panel
      title="Import"
      description="A row with the external_id of an existing record updates that record. Other rows create new records. You see a preview before anything is saved."
    >
      <div className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Type of records"
            value={resource.path}
            options={resources
              .filter(({ write }) => can(write))
              .map(({ path, many }) => ({ value: path, label: titled(many) }))}
            onChange={(event) => {
              const next = resources.find(({ path }) => path === event.target.value) ?? matters
              setResource(next)
              reset(file, next)
            }}
          />
          <Field label="CSV file" hint={file?.format ?? 'The first line must contain the column names.'}>
            {(control) => (
              <input
                {...control}
                type="file"
                accept=".csv,text/csv"
                className={fileStyle}
                onChange={(event) => void open(event.target.files?.[0])}
              />
            )}
          </Field>
        </div>
        {file && !mismatch && (
          <MappingTable
            {...{ file, mapping, resource }}
            onChange={(next) => {
              setMapping(next)
              setFound(undefined)
            }}
          />
        )}
        {file && !mismatch && !isKeyed && (
          <p role="alert" className="text-table text-warn">
            No column is imported as external_id, so every row creates a new {resource.one}. If you import the file
            twice, you get each {resource.one} twice.
          </p>
        )}
        <FormError message={error ?? mismatch} />
        {found && <PreviewNote preview={found} />}
        {imported && <ImportedNote imported={imported} />}
        {file && !mismatch && (
          <div className="flex flex-wrap items-center gap-2">
            <Button
              tone={found ? 'secondary' : 'primary'}
              disabled={!isMapped}
              isBusy={progress !== undefined}
              onClick={() => void check()}
            >
              Check {counted(file.rows.length, row)}
            </Button>
            {found && effective > 0 && (
              <Button tone="primary" isBusy={progress !== undefined} onClick={() => void write()}>
                Import {counted(effective, row)}
              </Button>
            )}
            <span role="status" className="text-table text-muted">
              {progress}
            </span>
          </div>
        )}
      </div>
    </Panel>
  )
}
