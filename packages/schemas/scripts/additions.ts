import { listed } from './listed.ts'
import { operationAdditions } from './operation-additions.ts'
import { array, object } from './schema-changes.ts'
import type { Json } from './schema-changes.ts'

/** The additions to one resource, a line of Markdown each. */
export interface Section {
  readonly title: string
  readonly lines: readonly string[]
}

interface Operation {
  readonly name: string
  readonly resource: string
  readonly value: Json
}

interface Line {
  readonly resource: string
  readonly text: string
}

const several = 'Several resources'

/** Additions of a newer OpenAPI document to an older one, by resource. */
export function additions(before: Json, after: Json): Section[] {
  const known = new Map(operationsOf(before).map(({ name, value }) => [name, value]))
  const all = operationsOf(after)
  const resources = [...new Set(all.map(({ resource }) => resource))]
  const created = all
    .filter(({ name }) => !known.has(name))
    .map(({ name, resource, value }) => ({
      resource,
      text: `You can ${lowerFirst(String(value['summary']))} (\`${name}\`)`,
    }))
  const changed = all.flatMap((operation) => {
    const old = known.get(operation.name)
    const sentences = old ? operationAdditions([old, operation.value], [before, after]) : []
    return sentences.map((sentence) => ({ operation, sentence }))
  })
  const lines = [
    ...created,
    ...[...Map.groupBy(changed, ({ sentence }) => sentence)].flatMap(([sentence, same]) =>
      linesOf(
        sentence,
        same.map(({ operation }) => operation),
      ),
    ),
    ...schemaLines([schemasOf(before), schemasOf(after)], resources),
  ]
  return [several, ...resources.map(titleOf)].flatMap((title) => {
    const own = lines.filter(({ resource }) => (resource === several ? several : titleOf(resource)) === title)
    return own.length > 0 ? [{ title, lines: own.map(({ text }) => text) }] : []
  })
}

/** A change of many resources is one line, which names them; else each resource has its own. */
function linesOf(sentence: string, operations: readonly Operation[]): Line[] {
  const byResource = Map.groupBy(operations, ({ resource }) => resource)
  const fill = (subject: string) => sentence.replace('%', subject)
  if (byResource.size > 3) {
    const methods = [...new Set(operations.map(({ name }) => `\`${name.split(' ')[0]}\``))]
    const names = [...byResource.keys()].map((resource) => lowerFirst(titleOf(resource)))
    return [{ resource: several, text: fill(`${listed(methods)} of ${listed(names)}`) }]
  }
  return [...byResource].map(([resource, own]) => ({
    resource,
    text: fill(listed(own.map(({ name }) => `\`${name}\``))),
  }))
}

/** New fields and values of schemas. Schemas that are new belong to operations that are new, or name something that exists. */
function schemaLines([old, now]: readonly [Json, Json], resources: readonly string[]): Line[] {
  const changes = Object.keys(old).flatMap((name) => {
    const [before, after] = [object(old[name]), object(now[name])]
    const fields = namesAdded(Object.keys(object(before['properties'])), Object.keys(object(after['properties'])))
    const values = before['enum'] === undefined ? [] : namesAdded(array(before['enum']), array(after['enum']))
    return [
      ...(fields.length > 0
        ? [{ name, sentence: `${listed(fields)} ${fields.length === 1 ? 'is' : 'are'} new in %` }]
        : []),
      ...(values.length > 0 ? [{ name, sentence: `% can also be ${listed(values)}` }] : []),
    ]
  })
  const groups = Map.groupBy(changes, ({ name, sentence }) => `${ownerOf(name, resources)} ${sentence}`)
  return [...groups.values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const subject = listed(same.map(({ name }) => `\`${name}\``))
    return [{ resource: ownerOf(first.name, resources), text: first.sentence.replace('%', subject) }]
  })
}

/** The resource whose name a schema begins with: `TimeEntryCreate` belongs to `time-entries`. */
function ownerOf(schema: string, resources: readonly string[]): string {
  if (schema === 'KeyIdentity' && resources.includes('me')) return 'me'
  return resources.find((resource) => schema.startsWith(singularOf(resource))) ?? several
}

const singularOf = (resource: string) =>
  resource
    .replace(/ies$/, 'y')
    .replace(/s$/, '')
    .replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

const titleOf = (resource: string) =>
  resource === 'me' ? 'Your API key (/me)' : upperFirst(resource.replaceAll('-', ' '))

const operationsOf = (document: Json): Operation[] =>
  Object.entries(object(document['paths'])).flatMap(([path, item]) =>
    Object.entries(object(item)).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      resource: path.split('/')[1] ?? '',
      value: object(operation),
    })),
  )

const schemasOf = (document: Json) => object(object(document['components'])['schemas'])

const namesAdded = (before: readonly unknown[], after: readonly unknown[]) =>
  after.filter((one) => !before.includes(one)).map((one) => `\`${String(one)}\``)

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
