import type { Requester } from '@matterbase/db'
import type { Response } from 'express'
import { contentDisposition } from './content-disposition.ts'
import { endWith } from '../sending/end-with.ts'
import { sendStream } from '../sending/stream.ts'

/** The bytes of a file: all of them, or piece by piece. */
type FileBytes = Uint8Array | { readonly length: number; readonly pieces: AsyncIterable<Uint8Array> }

interface FileOptions {
  readonly mediaType: string
  readonly name: string
  /** The strong tag of the bytes, without quotes. */
  readonly tag: string
  /** True if this server made the file, so that a browser may open it on our origin. */
  readonly isOwn: boolean
  /** Called only if the caller does not have the file yet. */
  readonly read: (requester: Requester) => Promise<FileBytes>
}

/** A response that is a file. */
export class FileAnswer {
  readonly file: FileOptions

  constructor(file: FileOptions) {
    this.file = file
  }
}

/**
 * Sends a file as a download. In the dashboard, a PDF that this server made opens in a tab.
 *
 * @throws ApiError before the first byte.
 */
export async function sendFile(
  res: Response,
  { mediaType, name, isOwn, read }: FileOptions,
  headers: Readonly<Record<string, string>>,
  { isPublic }: { readonly isPublic: boolean },
): Promise<void> {
  const bytes = await read(res)
  const opens = isOwn && !isPublic && mediaType === 'application/pdf'
  const all = {
    ...headers,
    'Content-Type': mediaType,
    'Content-Disposition': contentDisposition(opens ? 'inline' : 'attachment', name),
    ...(!isOwn && { 'Content-Security-Policy': "default-src 'none'; sandbox" }),
    'Content-Length': String(bytes.length),
  }
  if (!(bytes instanceof Uint8Array)) return sendStream(res, all, bytes.pieces)
  res.set(all)
  endWith(res, [bytes])
}
