import { accountContract, choices, contract, eventFacts, limits, recordFacts } from '@matterbase/schemas'
import type { Plugin } from 'vite'

const name = 'virtual:operations'

interface Listed {
  readonly method: string
  readonly path: string
}

const keyOf = ({ method, path }: Listed) => `${method.toUpperCase()} ${path}`

function listed(resources: object) {
  return Object.entries(resources).flatMap(([resource, operations]) =>
    Object.entries<Listed>(operations as Record<string, Listed>).map(
      ([operation, listed]) => [keyOf(listed), `${resource}.${operation}`] as const,
    ),
  )
}

/** What the browser needs to know of the contract at run time: names and texts only, so that no schema is shipped. */
export function contractPlugin(): Plugin {
  return {
    name,
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined
      const rest = Object.fromEntries(listed(contract))
      const account = listed(accountContract).map(([key]) => key)
      const names = { rest, account, records: recordFacts, choices, limits, events: eventFacts }
      return Object.entries(names)
        .map(([key, value]) => `export const ${key} = ${JSON.stringify(value)}`)
        .join('\n')
    },
  }
}
