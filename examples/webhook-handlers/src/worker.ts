// A Cloudflare Worker: the secret is one of its bindings, `wrangler secret put WEBHOOK_SECRET`.
import { createWebHandler } from '@matterbase/sdk/webhooks'

interface Bindings {
  readonly WEBHOOK_SECRET: string
}

const receiverOf = ({ WEBHOOK_SECRET }: Bindings) =>
  createWebHandler({
    secret: WEBHOOK_SECRET,
    on: { 'matter.created': ({ data }) => console.log(`Opened: ${data.title}`) },
  })

// oxlint-disable-next-line import/no-default-export -- it is what makes a module a Worker
export default { fetch: (request: Request, bindings: Bindings) => receiverOf(bindings)(request) }
