import type { Sealer } from '@matterbase/db'

export interface ResourceDeps {
  readonly sealer: Sealer
  /** Whether webhook endpoints may use http and private addresses. */
  readonly allowPrivate: boolean
}
