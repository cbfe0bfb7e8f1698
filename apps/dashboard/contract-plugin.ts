import { accountContract, contract } from '@matterbase/schemas'
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

/** What the browser needs to know of the contract at run time: names only, so that no schema is shipped. */
export function contractPlugin(): Plugin {
  return {
    name,
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined
      const rest = Object.fromEntries(listed(contract))
      const account = listed(accountContract).map(([key]) => key)
      return `export const rest = ${JSON.stringify(rest)}\nexport const account = ${JSON.stringify(account)}`
    },
  }
}
