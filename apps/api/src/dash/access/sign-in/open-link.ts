import type { OneTimeLink } from '@matterbase/domain'
import { text } from '@matterbase/schemas'
import { z } from 'zod'

/** What the form behind a link sends; which members it needs goes by the link's purpose. */
export const LinkForm = z.object({
  email: text(254).optional(),
  name: text(255).optional(),
  password: z.string().max(1024),
})

export type LinkForm = z.output<typeof LinkForm>

/** A link that can be used, and its token. */
export interface OpenLink extends OneTimeLink {
  readonly token: string
}
