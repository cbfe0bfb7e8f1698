import { contract } from '@matterbase/schemas'
import { expect, it } from 'vitest'
import { tools } from '../src/tools.ts'

it('a tool takes the fields of the contract', () => {
  const schemaOf = (name: string) => tools.find((tool) => tool.name === name)?.inputSchema
  const upsert = schemaOf('upsert_matter')
  expect(Object.keys(upsert?.properties ?? {}).toSorted()).toEqual(
    Object.keys(contract.matters.upsert.body.shape).toSorted(),
  )
  expect(upsert?.required).toEqual(['external_id'])
  expect(JSON.stringify(upsert?.properties?.['status'])).toContain('"Case Won"')
  expect(schemaOf('list_matters')?.properties?.['limit']).toMatchObject({ type: 'integer' })
  expect(schemaOf('get_matter')).toMatchObject({ required: ['id'], properties: { id: { type: 'integer' } } })
})
