import express from 'express'

import { createNodeHandler } from '@matterbase/sdk/webhooks'

import { port, readSecret } from './env.ts'

const receive = createNodeHandler({
  secret: readSecret,
  on: { 'matter.created': ({ data }) => console.log(`Opened: ${data.title}`) },
})

export const app = express()
// Before express.json(), because the signature covers the raw body.
app.post('/hooks', (request, response) => void receive(request, response))
app.use(express.json())

if (import.meta.main) app.listen(port)
