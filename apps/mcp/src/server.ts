import { ApiError, MatterbaseError, version } from '@matterbase/sdk'
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import type { Session } from './session.ts'
import { mayUse, MissingInput, tools } from './tools.ts'
import type { Tool } from './tools.ts'

const instructions =
  'Matterbase holds the data of a legal practice: matters, clients, time entries, leads and invoices. A time entry belongs to a matter by case_id. ' +
  'Upsert is keyed by external_id, the id of a record in another system: repeating it changes nothing. Amounts of time are hours.'

/** A server for one key: it lists the tools that the key may use, and refuses the others. */
export function createServer({ mb, me }: Session): Server {
  const { scopes } = me.key
  const server = new Server({ name: 'matterbase', version }, { capabilities: { tools: {} }, instructions })
  server.setRequestHandler('tools/list', () => ({
    tools: tools.filter((tool) => mayUse(tool, scopes)).map(described),
  }))
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: input = {} } }) => {
    const tool = tools.find((known) => known.name === name)
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}`)
    if (!mayUse(tool, scopes))
      return failed(`This API key may not use ${name}: it lacks the scope ${tool.scopes.join(' or ')}`)
    try {
      const result = { ...(await tool.run(mb, input, scopes)) }
      return { content: [{ type: 'text' as const, text: JSON.stringify(result) }], structuredContent: result }
    } catch (error) {
      return failed(sentenceOf(error))
    }
  })
  return server
}

const described = ({ name, title, description, inputSchema, isReadOnly, isIdempotent }: Tool) => ({
  name,
  title,
  description,
  inputSchema,
  annotations: {
    title,
    readOnlyHint: isReadOnly,
    // Upserts overwrite fields; nothing is deleted.
    destructiveHint: !isReadOnly && isIdempotent,
    idempotentHint: isIdempotent,
    openWorldHint: false,
  },
})

const failed = (text: string) => ({ isError: true, content: [{ type: 'text' as const, text }] })

/** What the API says is wrong, each field with it. Of other errors only that there was one. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError && error.details.length > 0)
    return error.details.map(({ field, message }) => `${field}: ${message}`).join('\n')
  return error instanceof MatterbaseError || error instanceof MissingInput
    ? error.message
    : 'Something went wrong in the MCP server'
}
