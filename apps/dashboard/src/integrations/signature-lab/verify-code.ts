import type { SnippetTab } from '../../components/values/snippet.tsx'

/** A receiver that checks signatures with the secret in WEBHOOK_SECRET. It must run unchanged. */
export const verifyCode: readonly SnippetTab[] = [
  {
    label: 'SDK',
    code: `import { createServer } from 'node:http'
import { createNodeHandler } from '@matterbase/sdk/webhooks'

const receive = createNodeHandler({
  secret: process.env.WEBHOOK_SECRET ?? '',
  on: {
    'matter.created': ({ data }) => console.log('Opened:', data.title),
    'invoice.paid': ({ data }) => console.log('Paid:', data.total_amount),
  },
})

createServer((request, response) => void receive(request, response)).listen(process.env.PORT ?? 4000)`,
  },
  {
    label: 'Node',
    code: `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray())
  const expected = 'sha256=' + createHmac('sha256', process.env.WEBHOOK_SECRET).update(body).digest('hex')
  const given = String(request.headers['x-service-signature'])
  const isGenuine = given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
  if (isGenuine) console.log(JSON.parse(body).event)
  response.writeHead(isGenuine ? 200 : 401).end()
}).listen(process.env.PORT ?? 4000)`,
  },
]
