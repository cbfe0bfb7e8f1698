import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from '../../components/buttons/button.tsx'
import { IconButton } from '../../components/buttons/icon-button.tsx'
import { FieldError } from '../../components/forms/form-error.tsx'
import { Select } from '../../components/forms/select-field.tsx'
import { TextInput } from '../../components/forms/text-field.tsx'
import { methods } from '../payments/use-payment-form.ts'
import type { AccountingValues } from './settings-values.ts'

/** The accounts of payment methods, such as cash. */
export function MethodAccounts({ form }: { readonly form: UseFormReturn<AccountingValues> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'method_accounts' })
  return (
    <div className="flex flex-col gap-3">
      {fields.map((field, at) => {
        const errors = form.formState.errors.method_accounts?.[at]
        return (
          <div key={field.id}>
            <div className="grid grid-cols-[minmax(0,1fr)_8rem_2rem] gap-2">
              <Select
                aria-label={`Method ${at + 1}`}
                options={[...new Set([...methods, field.method])]}
                {...form.register(`method_accounts.${at}.method`)}
              />
              <TextInput
                aria-label={`Account of method ${at + 1}`}
                placeholder="Account"
                inputMode="numeric"
                {...form.register(`method_accounts.${at}.account`)}
              />
              <IconButton
                label={`Remove method ${at + 1}`}
                icon={<Trash2 className="size-3.5" />}
                onClick={() => remove(at)}
              />
            </div>
            <FieldError
              message={[errors, errors?.method, errors?.account].map((one) => one?.message).find(Boolean)}
              className="mt-1"
            />
          </div>
        )
      })}
      <div>
        <Button icon={<Plus className="size-3.5" />} onClick={() => append({ method: methods[0] ?? '', account: '' })}>
          Add payment method
        </Button>
      </div>
    </div>
  )
}
