import { BadRequestError } from '../src/errors/errors.ts'
import type { EventKind } from '../src/generated/webhooks.ts'
import type { DeveloperCommand } from './command.ts'
import { connect, connectionOptions } from './connect.ts'
import { triggers } from './triggers.ts'

const kinds = Object.keys(triggers) as EventKind[]

export const trigger: DeveloperCommand = {
  name: 'trigger',
  summary: `Causes an event in the test workspace by writing a record.\nEVENT is one of ${kinds.join(', ')}.`,
  usage: 'EVENT [--data JSON]',
  options: { data: 'fields of the record, as a JSON object', ...connectionOptions },
  required: [],
  positionals: ['EVENT'],
  example: `trigger matter.created --data '{"title":"Estate of Moss"}'`,
  async run(context) {
    const [event = ''] = context.positionals
    const kind = kinds.find((known) => known === event)
    if (!kind) throw new Error(`No event "${event}": use one of ${kinds.join(', ')}`)
    const fields = fieldsOf(context.options['data'])
    const record = await Promise.resolve(triggers[kind](connect(context).mb, fields)).catch(explain)
    return { json: { event: kind, data: record }, text: `${kind} happened:\n${JSON.stringify(record, null, 2)}` }
  },
}

function fieldsOf(text = '{}'): Readonly<Record<string, unknown>> {
  const value = parse(text)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new Error(`--data must be a JSON object such as '{"title":"Estate of Moss"}'`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Lists all invalid fields, one per line. */
function explain(error: unknown): never {
  if (!(error instanceof BadRequestError) || error.details.length < 2) throw error
  throw new Error(error.details.map(({ field, message }) => `${field}: ${message}`).join('\n'), { cause: error })
}
