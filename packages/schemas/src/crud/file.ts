import { z } from 'zod'
import { namedEnum } from '../fields/named-enum.ts'
import { PathId } from '../fields/primitives.ts'
import type { Operation } from '../operations/operation.ts'
import type { Scope } from '../operations/scopes.ts'
import { oneOf } from './crud-texts.ts'

/** The number of requests that a request for a file counts as in the rate limit. */
export const fileCost = 5

interface FileOptions<P extends string, F extends readonly [string, ...string[]]> {
  readonly path: P
  /** `invoice` */
  readonly noun: string
  /** `Invoice` */
  readonly name: string
  readonly read: Scope
  /** The first one is the default. */
  readonly formats: F
  readonly mediaTypes: readonly [string, ...string[]]
  /** Further sentences of the description. */
  readonly about?: string
}

/** The file of a record, in one of several formats. */
export const fileOperation = <const P extends string, const F extends readonly [string, ...string[]]>({
  path,
  noun,
  name,
  read,
  formats,
  mediaTypes,
  about = '',
}: FileOptions<P, F>) =>
  ({
    method: 'get',
    path: `/${path}/{id}/file`,
    operationId: `get${name}File`,
    summary: `Get the file of ${oneOf(noun)}`,
    description: `Returns the bytes of the file that members download in the dashboard. \`ETag\` and \`If-None-Match\` work as for records. If data is missing for a format, the response is 409 \`missing_data\`, and \`details\` lists what is missing and where a member fills it in.${about && ` ${about}`}`,
    scope: read,
    params: z.object({ id: PathId }),
    query: z.object({
      format: namedEnum(`${name}FileFormat`, formats, `Format of the file of ${oneOf(noun)}.`)
        .optional()
        .meta({ default: formats[0], description: `Format of the file. Default: \`${formats[0]}\`.` }),
    }),
    responses: {},
    file: mediaTypes,
    cost: fileCost,
    errors: ['missing_data'],
  }) as const satisfies Operation
