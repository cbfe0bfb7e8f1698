import { accountContract, choices, contract, dashContract, eventFacts, limits, recordFacts } from '@matterbase/schemas'
import type { Plugin } from 'vite'

const name = 'virtual:operations'

interface Listed {
  readonly method: string
  readonly path: string
  readonly changes?: string
}

const keyOf = ({ method, path }: Listed) => `${method.toUpperCase()} ${path}`

function listed(resources: object) {
  return Object.entries(resources).flatMap(([resource, operations]) =>
    Object.entries<Listed>(operations as Record<string, Listed>).map(
      ([operation, listed]) => [keyOf(listed), `${resource}.${operation}`] as const,
    ),
  )
}

/** The paths of the reads of operations that save a whole. */
const changes = Object.fromEntries(
  Object.values<Readonly<Record<string, Listed>>>(dashContract)
    .flatMap((operations) => Object.values(operations))
    .flatMap((operation) => (operation.changes === undefined ? [] : [[keyOf(operation), operation.changes]])),
)

/** What the browser needs to know of the contract at run time: names and texts only, so that no schema is shipped. */
export function contractPlugin(): Plugin {
  return {
    name,
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined
      const rest = Object.fromEntries(listed(contract))
      const account = listed(accountContract).map(([key]) => key)
      const names = { rest, account, changes, records: recordFacts, choices, limits, events: eventFacts }
      return Object.entries(names)
        .map(([key, value]) => `export const ${key} = ${JSON.stringify(value)}`)
        .join('\n')
    },
  }
}
