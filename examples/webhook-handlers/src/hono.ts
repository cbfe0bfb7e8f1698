import { serve } from '@hono/node-server'
import { Hono } from 'hono'

import { createWebHandler } from '@matterbase/sdk/webhooks'

import { port, readSecret } from './env.ts'

const receive = createWebHandler({
  secret: readSecret,
  on: { 'matter.created': ({ data }) => console.log(`Opened: ${data.title}`) },
})

export const app = new Hono()
app.post('/hooks', (context) => receive(context.req.raw))

if (import.meta.main) serve({ fetch: app.fetch, port })
