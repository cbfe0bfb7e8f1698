import { useCan } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { fileStyle } from '../../components/forms/control-style.ts'
import { Field } from '../../components/forms/field.tsx'
import { FormError } from '../../components/forms/form-error.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { titled } from '../../components/values/formats.ts'
import { counted, matters, resources } from '../resource.ts'
import { otherKind } from './exported.ts'
import { MappingTable } from './mapping-table.tsx'
import { ImportedNote, PreviewNote } from './outcome.tsx'
import { useImport } from './use-import.ts'
import type { Import } from './use-import.ts'

const row = { one: 'row', many: 'rows' }

/** Imports records from a CSV file. */
export function ImportPanel() {
  const can = useCan()
  const steps = useImport(resources.filter(({ write }) => can(write)))
  const { file, resource, mapping, error, preview, imported } = steps
  const mismatch = file && otherKind(file.header, resource, resources)
  const isKeyed = mapping.includes('external_id') || mapping.includes('id')
  return (
    <Panel
      title="Import"
      description="A row with the external_id of an existing record updates that record. Other rows create new records. You see a preview before anything is saved."
    >
      <div className="flex flex-col gap-4">
        <SourceFields steps={steps} />
        {file && !mismatch && <MappingTable {...{ file, mapping, resource }} onChange={steps.chooseMapping} />}
        {file && !mismatch && !isKeyed && (
          <p role="alert" className="text-table text-warn">
            No column is imported as external_id, so every row creates a new {resource.one}. If you import the file
            twice, you get each {resource.one} twice.
          </p>
        )}
        <FormError message={error ?? mismatch} />
        {preview && <PreviewNote preview={preview} />}
        {imported && <ImportedNote imported={imported} />}
        {file && !mismatch && <ImportButtons steps={steps} rows={file.rows.length} />}
      </div>
    </Panel>
  )
}

function SourceFields({ steps: { file, resource, chooseResource, chooseFile } }: { readonly steps: Import }) {
  const can = useCan()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Type of records"
        value={resource.path}
        options={resources
          .filter(({ write }) => can(write))
          .map(({ path, many }) => ({ value: path, label: titled(many) }))}
        onChange={(event) => chooseResource(resources.find(({ path }) => path === event.target.value) ?? matters)}
      />
      <Field label="CSV file" hint={file?.format ?? 'The first line must contain the column names.'}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,text/csv"
            className={fileStyle}
            onChange={(event) => void chooseFile(event.target.files?.[0])}
          />
        )}
      </Field>
    </div>
  )
}

interface ImportButtonsProps {
  readonly steps: Import
  readonly rows: number
}

function ImportButtons({ steps: { mapping, preview, progress, check, write }, rows }: ImportButtonsProps) {
  const isBusy = progress !== undefined
  const effective = preview?.effective.length ?? 0
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        tone={preview ? 'secondary' : 'primary'}
        disabled={mapping.every((field) => field === '')}
        isBusy={isBusy}
        onClick={() => void check()}
      >
        Check {counted(rows, row)}
      </Button>
      {effective > 0 && (
        <Button tone="primary" isBusy={isBusy} onClick={() => void write()}>
          Import {counted(effective, row)}
        </Button>
      )}
      <span role="status" className="text-table text-muted">
        {progress}
      </span>
    </div>
  )
}
