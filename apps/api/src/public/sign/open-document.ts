import { findDocumentToSign } from '@matterbase/domain'
import type { Db } from '@matterbase/db'
import type { DocumentToSign } from '@matterbase/domain'
import type { Request, Response } from 'express'
import { accessTo } from '../../http/access/access.ts'
import { stateOf } from '../../http/log/request-state.ts'
import { sendNotice } from '../page.ts'
import { sendEnded } from './state-page.ts'

/** True if a document can be signed now. */
export const isWaiting = ({ status, ended, media_type: type }: DocumentToSign) =>
  status === 'sent' && ended === null && type !== null

/**
 * The document of a link that works: to sign, or to keep a copy of. Every route asks here, so that an expired link
 * gives out nothing. Otherwise it sends the page that says why.
 */
export async function findOpenDocument(db: Db, req: Request<{ token: string }>, res: Response) {
  const document = await findDocumentToSign(db, req.params.token)
  if (document?.ended === null) return document
  if (document) sendEnded(res, document)
  else sendNotice(res, 404, ({ notices }) => notices.noLink)
  return undefined
}

/** The database for the requests about a document. */
export const accessToDocument = (db: Db, { workspace_id: id }: DocumentToSign, res: Response) =>
  accessTo(db, id, { kind: 'one', requester: res, traceparent: stateOf(res.req).traceparent })
