import type { Response } from 'express'

const extensions: Readonly<Record<string, string>> = { 'application/pdf': 'pdf', 'text/plain': 'txt' }

/** Sends what is signed as a file to keep: what somebody else made is not opened on our own origin. */
export function sendContent(res: Response, { content, media_type: type }: { content: Uint8Array; media_type: string }) {
  const charset = type.startsWith('text/') ? '; charset=utf-8' : ''
  res.set({
    'Content-Type': type + charset,
    'Content-Disposition': `attachment; filename="document.${extensions[type] ?? 'bin'}"`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cache-Control': 'no-store',
  })
  res.send(Buffer.from(content))
}
