import { get } from 'react-hook-form'
import type { FieldError, FieldValues, Path, UseFormReturn } from 'react-hook-form'

/** Registers controls of a form: `<TextField label="Title" {...fieldOf(form)('title')} />`. */
export const fieldOf =
  <T extends FieldValues>(form: UseFormReturn<T>) =>
  (name: Path<T>) => {
    const error: FieldError | undefined = get(form.formState.errors, name)
    return { ...form.register(name), error: error?.message }
  }
