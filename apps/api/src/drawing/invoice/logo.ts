import { inflateSync } from 'node:zlib'

const mostBytes = 64 * 1024 * 1024

/**
 * The logo, if pdfkit can draw it: an invalid PNG would end the thread later. A CMYK JPEG is not allowed in a PDF/A with an
 * RGB profile.
 */
export function drawable(logo: Uint8Array | null, isArchived: boolean): Buffer | undefined {
  if (!logo) return undefined
  const bytes = Buffer.from(logo.buffer, logo.byteOffset, logo.byteLength)
  if (bytes.readUInt16BE(0) === 0xff_d8) return isArchived && componentsOf(bytes) === 4 ? undefined : bytes
  return isWholePng(bytes) ? bytes : undefined
}

const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

function isWholePng(png: Buffer): boolean {
  const [width, height, depth, color] = [png.readUInt32BE(16), png.readUInt32BE(20), png[24] ?? 0, png[25] ?? 0]
  const isInterlaced = png[28] !== 0
  const parts: Buffer[] = []
  for (let at = 8; at + 8 <= png.length;) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  const row = 1 + Math.ceil((width * depth * (channels[color] ?? 0)) / 8)
  try {
    return inflateSync(Buffer.concat(parts), { maxOutputLength: mostBytes }).length >= (isInterlaced ? 1 : row * height)
  } catch {
    return false
  }
}

/** The color components of a JPEG, from its frame header. */
function componentsOf(jpeg: Buffer): number {
  for (let at = 2; at + 9 < jpeg.length && jpeg[at] === 0xff; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return jpeg[at + 9] ?? 0
  }
  return 0
}
