import { createServer } from 'node:http'

import { createNodeHandler } from '@matterbase/sdk/webhooks'

import { port, readSecret } from './env.ts'

const receive = createNodeHandler({
  secret: readSecret,
  on: { 'matter.created': ({ data }) => console.log(`Opened: ${data.title}`) },
})

export const server = createServer((request, response) => void receive(request, response))

if (import.meta.main) server.listen(port)
