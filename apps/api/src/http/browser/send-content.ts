import type { Response } from 'express'
import { sendStream } from '../sending/stream.ts'

interface Content {
  readonly content: Uint8Array
  readonly media_type: string
}

interface OpenedContent {
  readonly mediaType: string
  readonly length: number
  readonly pieces: AsyncIterable<Uint8Array>
}

const extensions: Readonly<Record<string, string>> = { 'application/pdf': 'pdf', 'text/plain': 'txt' }

/** Sends the content of a document as a download, because foreign content must not open on our origin. */
export function sendContent(res: Response, { mediaType: type, length, pieces }: OpenedContent): Promise<void> {
  const charset = type.startsWith('text/') ? '; charset=utf-8' : ''
  const headers = {
    'Content-Type': type + charset,
    'Content-Disposition': `attachment; filename="document.${extensions[type] ?? 'bin'}"`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cache-Control': 'no-store',
    'Content-Length': String(length),
  }
  return sendStream(res, headers, pieces)
}

/** A PDF inside one of our pages. The viewer of the browser runs no code of it on our origin, and does not work in a sandbox. */
const toRead = {
  'Content-Type': 'application/pdf',
  'Content-Disposition': 'inline; filename="document.pdf"',
  'Content-Security-Policy': "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  'Cache-Control': 'no-store',
}

/** Sends a PDF that this server drew. */
export function sendPdfToRead(res: Response, content: Uint8Array) {
  res.set(toRead).send(Buffer.from(content.buffer, content.byteOffset, content.byteLength))
}

/** Sends the PDF of a document. */
export const sendContentToRead = (res: Response, { length, pieces }: OpenedContent): Promise<void> =>
  sendStream(res, { ...toRead, 'Content-Length': String(length) }, pieces)

/** Sends an uploaded image, for `<img>`. */
export function sendImage(res: Response, { content, media_type: type }: Content) {
  res.set({
    'Content-Type': type,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  })
  res.send(Buffer.from(content))
}
