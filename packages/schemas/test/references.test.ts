import { expect, it } from 'vitest'
import { recordContracts } from '@matterbase/schemas'
import type { Field } from '@matterbase/schemas'

const contracts = Object.values(recordContracts)
const paths = contracts.map(({ path }) => path)
const references = contracts.flatMap(({ fields }) =>
  Object.values<Field>(fields).flatMap(({ references: to }) => to ?? []),
)

it.each(contracts)('$path says isReferenced when a field of another resource refers to it', ({ path, operations }) => {
  const errors: readonly string[] = operations.delete.errors
  expect(errors.includes('has_dependents')).toBe(references.includes(path))
})

it('refers to nothing but resources that there are', () => {
  expect(references.filter((path) => !paths.some((known) => known === path))).toEqual([])
})
