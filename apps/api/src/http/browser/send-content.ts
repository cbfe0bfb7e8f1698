import type { Response } from 'express'

interface Content {
  readonly content: Uint8Array
  readonly media_type: string
}

const extensions: Readonly<Record<string, string>> = { 'application/pdf': 'pdf', 'text/plain': 'txt' }

/** Sends what is signed as a file to keep: what somebody else made is not opened on our own origin. */
export function sendContent(res: Response, { content, media_type: type }: Content) {
  const charset = type.startsWith('text/') ? '; charset=utf-8' : ''
  res.set({
    'Content-Type': type + charset,
    'Content-Disposition': `attachment; filename="document.${extensions[type] ?? 'bin'}"`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cache-Control': 'no-store',
  })
  res.send(Buffer.from(content))
}

/**
 * Sends a PDF to be read within a page of ours: a browser's reader shows it, and runs nothing of it on our origin.
 * In a sandbox it would not be shown.
 */
export function sendPdfToRead(res: Response, { content }: Content) {
  res.set({
    'Content-Type': 'application/pdf',
    'Content-Disposition': 'inline; filename="document.pdf"',
    'Content-Security-Policy':
      "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    'Cache-Control': 'no-store',
  })
  res.send(Buffer.from(content))
}

/** Sends an image that somebody else made, for `<img>`. */
export function sendImage(res: Response, { content, media_type: type }: Content) {
  res.set({
    'Content-Type': type,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  })
  res.send(Buffer.from(content))
}
