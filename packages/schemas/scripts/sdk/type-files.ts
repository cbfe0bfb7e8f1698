import { eventFacts, eventKinds } from '../../src/events/event-kinds.ts'
import { object } from '../schema-changes.ts'
import type { Json } from '../schema-changes.ts'
import { declarationOf, interfaceOf, schemaNamed } from './declaration.ts'
import type { Declaration } from './declaration.ts'
import { docComment } from './doc-comment.ts'
import { listParams } from './list-params.ts'
import { typeImports } from './imports.ts'
import { sdkNameOf } from './names.ts'
import { recordDeclarations } from './record-file.ts'
import { sdkResources, singleResources } from './resources.ts'

interface TypeFile {
  readonly name: string
  readonly declarations: readonly Declaration[]
}

/** The files of types, with what each declares first. Types that these refer to are added by `placed`. */
function roots(document: Json): TypeFile[] {
  const sent = { isSent: true }
  const { leadData } = object(schemaNamed('LeadCreate', document)['properties'])
  return [
    ...sdkResources.map((resource) => ({ name: resource.path, declarations: recordDeclarations(resource, document) })),
    {
      name: 'leads',
      declarations: [
        declarationOf('Lead', document),
        interfaceOf(object(leadData), {
          document,
          name: 'LeadCreate',
          words: 'A lead to capture. Needs an `email` or a `first_name`.',
          ...sent,
        }),
        listParams('LeadListParams', 'Filters of the list of leads.', '/leads', document),
      ],
    },
    {
      name: 'webhooks',
      declarations: [
        declarationOf('WebhookEndpoint', document),
        declarationOf('WebhookEndpointCreated', document, { extends: 'WebhookEndpoint' }),
        declarationOf('WebhookEndpointCreate', document, sent),
        declarationOf('WebhookEndpointUpdate', document, {
          ...sent,
          words: 'Fields of the webhook endpoint to change. Missing fields keep their value.',
        }),
        declarationOf('RotatedSecret', document),
        declarationOf('Delivery', document),
        listParams('DeliveryListParams', 'Filters of the list of deliveries.', '/webhooks/{id}/deliveries', document),
        declarationOf('ReplayRequest', document, sent),
        declarationOf('Replay', document),
      ],
    },
    ...Object.entries(singleResources).map(([name, type]) => ({ name, declarations: [declarationOf(type, document)] })),
    {
      name: 'events',
      declarations: [
        declarationOf('SignedDocument', document),
        declarationOf('Ping', document, { extends: 'WebhookEndpoint' }),
        declarationOf('Tombstone', document),
        eventMap,
      ],
    },
    { name: 'error-codes', declarations: [errorCode(document)] },
  ]
}

const eventMap: Declaration = {
  name: 'EventMap',
  text: `/** \`data\` of each event: the record as GET returned it when the event happened, or the deleted record. */
export interface EventMap {
${eventKinds
  .map((kind) => `${docComment(`${eventFacts[kind].when}.`, '  ')}\n  '${kind}': ${sdkNameOf(eventFacts[kind].data)}`)
  .join('\n')}
}`,
  refs: new Set(eventKinds.map((kind) => eventFacts[kind].data)),
}

function errorCode(document: Json): Declaration {
  const codes = schemaNamed('ErrorCode', document)['enum'] as readonly string[]
  const text = `/** Every error code of the server. Later versions can have more. */
export type ErrorCode = ${codes.map((code) => `'${code}'`).join(' | ')}`
  return { name: 'ErrorCode', text, refs: new Set() }
}

/** The same files, with every type that they refer to in the first file that needs it, above its first use. */
function placed(files: readonly TypeFile[], document: Json): TypeFile[] {
  const known = new Set(files.flatMap(({ declarations }) => declarations.map(({ name }) => name)))
  const withRefs = (declaration: Declaration): Declaration[] => {
    const missing = [...declaration.refs].filter((ref) => !known.has(sdkNameOf(ref)))
    for (const ref of missing) known.add(sdkNameOf(ref))
    return [...missing.flatMap((ref) => withRefs(declarationOf(ref, document))), declaration]
  }
  return files.map(({ name, declarations }) => ({ name, declarations: declarations.flatMap(withRefs) }))
}

/** Every file of types: its name below `generated`, and its text. */
export function typeFiles(document: Json): { readonly name: string; readonly text: string }[] {
  const files = placed(roots(document), document)
  const homes = new Map(files.flatMap(({ name, declarations }) => declarations.map((each) => [each.name, name])))
  return files.map(({ name, declarations }) => {
    const own = new Set(declarations.map((each) => each.name))
    const others = declarations.flatMap(({ refs }) => [...refs].map(sdkNameOf)).filter((ref) => !own.has(ref))
    const imports = [
      typeImports(others.map((ref) => ({ name: ref, file: homes.get(ref) ?? '' }))),
      sharedImport(declarations.flatMap(({ shared = [] }) => shared)),
    ]
    return { name, text: [imports.join(''), ...declarations.map(({ text }) => text)].join('\n\n') }
  })
}

const sharedImport = (names: readonly string[]) =>
  names.length > 0 ? `import type { ${[...new Set(names)].toSorted().join(', ')} } from '../resources/crud.ts'\n` : ''
