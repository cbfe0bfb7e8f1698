import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { setFirmFormat } from '../../api/firm-format.ts'
import { keptTheirs } from '../../api/conflicts.ts'
import { refresh, useCall } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { FormError } from '../../components/forms/form-error.tsx'
import { Form } from '../../components/forms/form.tsx'
import { useFormSave } from '../../components/forms/use-form-action.ts'
import { toast } from '../../components/overlays/toast.tsx'
import { Loaded } from '../../components/page/loaded.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { FirmPanels } from './firm-panels.tsx'
import { firstValues, valuesOf } from './firm-values.ts'
import type { FirmRecords, FirmValues } from './firm-values.ts'
import { saveFirm } from './save-firm.ts'

/** The settings of the firm: invoice details, formats, taxes and rates. */
export function FirmSettings() {
  const firm = useCall('GET /firm', {})
  const taxes = useCall('GET /tax-rates', {})
  const numbers = useCall('GET /matter-numbers', {})
  const timekeepers = useCall('GET /timekeepers', {})
  return (
    <>
      <PageHeader
        title="Firm"
        description="Your details on invoices, and the formats of numbers, amounts and dates. Changes do not affect invoices that are already issued."
      />
      <div className="flex max-w-[800px] flex-col gap-4">
        <Loaded query={firm}>
          {({ data: firm }) => (
            <Loaded query={taxes}>
              {({ data: taxes }) => (
                <Loaded query={numbers}>
                  {({ data: numbers }) => (
                    <Loaded query={timekeepers}>
                      {({ data: timekeepers }) => <FirmForm records={{ firm, taxes, numbers, timekeepers }} />}
                    </Loaded>
                  )}
                </Loaded>
              )}
            </Loaded>
          )}
        </Loaded>
      </div>
    </>
  )
}

function FirmForm({ records }: { readonly records: FirmRecords }) {
  // As they were when the user began to edit them. A refetch can replace them in the meantime.
  const [seen, setSeen] = useState(records)
  const form = useForm<FirmValues>({ defaultValues: firstValues(records) })
  const save = useFormSave(
    form,
    'firm',
    async (values) => {
      const result = await saveFirm(seen, values, setSeen)
      void refresh()
      return result
    },
    ({ records: saved, isSaved }) => {
      form.reset(valuesOf(saved))
      setFirmFormat(saved.firm)
      toast(isSaved ? 'Saved' : keptTheirs)
    },
  )
  return (
    <Form of={save}>
      <FirmPanels form={form} logo={records.firm.logo} />
      <FormError message={save.error} />
      <div className="sticky bottom-0 border-t border-line bg-bg py-3">
        <Button type="submit" tone="primary" isBusy={save.isBusy}>
          Save
        </Button>
      </div>
    </Form>
  )
}
