import Fastify from 'fastify'

import { createNodeHandler } from '@matterbase/sdk/webhooks'

import { port, readSecret } from './env.ts'

const receive = createNodeHandler({
  secret: readSecret,
  on: { 'matter.created': ({ data }) => console.log(`Opened: ${data.title}`) },
})

export const app = Fastify()

// In a separate scope that does not read bodies, because the signature covers the raw body.
app.register((scope, _options, done) => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _payload, next) => next(null))
  scope.post('/hooks', async (request, reply) => {
    reply.hijack()
    await receive(request.raw, reply.raw)
  })
  done()
})

if (import.meta.main) await app.listen({ port })
