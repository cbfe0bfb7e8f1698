// A route of Next.js: put it at app/hooks/route.ts.
import { createWebHandler } from '@matterbase/sdk/webhooks'

import { readSecret } from '../../env.ts'

export const POST = createWebHandler({
  secret: readSecret,
  on: { 'matter.created': ({ data }) => console.log(`Opened: ${data.title}`) },
})
