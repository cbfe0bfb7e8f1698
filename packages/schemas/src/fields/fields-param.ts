import { z } from 'zod'
import { enumKey } from './named-enum.ts'
import { several } from './several.ts'

const fieldsOf = (names: [string, ...string[]], name: string) => {
  const description = `Name of a field of \`${name}\`, for the parameter \`fields\`.`
  return several(z.enum(names), {
    type: 'string',
    enum: names,
    [enumKey]: { name: `${name}Field`, description },
  }).optional()
}

/** The parameter that asks for some fields of a record; the first of them, its id, is always answered. */
export function fieldsParam(entity: z.ZodObject): { fields: ReturnType<typeof fieldsOf> } {
  const [id, ...others] = Object.keys(entity.shape)
  if (id === undefined) throw new Error('A record without fields has none to choose')
  const description = `Returns only these fields of each record, and always \`${id}\`. Separate several names with commas. Related records of \`expand\` are included too.`
  return { fields: fieldsOf([id, ...others], String(entity.meta()?.id)).meta({ description }) }
}
