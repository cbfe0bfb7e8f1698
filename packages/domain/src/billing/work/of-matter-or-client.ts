import { Prisma } from '@matterbase/db'

/** Without either, the whole workspace. */
export interface MatterOrClient {
  readonly case_id?: number | undefined
  readonly client_id?: number | undefined
}

/** A condition on rows that name a matter and a client. */
export function ofMatterOrClient(
  { case_id: matter, client_id: client }: MatterOrClient,
  column: 'client_id' | 'client_user_id',
) {
  const parts = [
    ...(matter === undefined ? [] : [Prisma.sql`case_id = ${matter}`]),
    ...(client === undefined ? [] : [Prisma.sql`${Prisma.raw(column)} = ${client}`]),
  ]
  return parts.length === 0 ? Prisma.sql`TRUE` : Prisma.join(parts, ' AND ')
}
