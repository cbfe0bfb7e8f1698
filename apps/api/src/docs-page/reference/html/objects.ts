import { markup } from '../../../http/browser/html.ts'
import type { Html } from '../../../http/browser/html.ts'
import { answerFields } from './fields.ts'
import { prose } from './prose.ts'
import type { Reference } from '../read-reference.ts'
import { refsOf } from './type-text.ts'

/** The fields of these schemas and of those they lead to, each once, with its name as its anchor. */
export function objects(names: readonly string[], { schemas }: Reference): Html[] {
  const found = new Set<string>()
  const visit = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    refsOf(schemas[name] ?? {}).forEach(visit)
  }
  names.forEach(visit)
  return [...found].map((name) => {
    const schema = schemas[name] ?? {}
    return markup`<h3 id="${name}">${name}</h3>${prose(schema.description ?? '')}${answerFields(schema)}`
  })
}
