export interface Image {
  readonly mediaType: 'image/png' | 'image/jpeg'
  readonly content: Uint8Array<ArrayBuffer>
  readonly width: number
  readonly height: number
}

/** The reason why bytes are not a logo. */
export interface NoImage {
  readonly problem: string
}

/** The cost of drawing an image depends on its pixels, not on the size of its file. */
const mostPixels = 4_000_000
const longestSide = 4_000

/** Looks at the bytes, not at what they are called: a PNG or a JPEG of a size that can be drawn. */
export function imageOf(content: Uint8Array<ArrayBuffer>): Image | NoImage {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const found = pngOf(bytes) ?? jpegOf(bytes)
  if (!found) return { problem: 'The file is neither a PNG nor a JPEG. Upload one of these.' }
  const { width, height } = found
  if (width < 1 || height < 1) return { problem: 'The image is empty. Upload another one.' }
  if (width > longestSide || height > longestSide || width * height > mostPixels)
    return {
      problem: `The image is ${width} × ${height} pixels. Upload one with at most 4,000 pixels on each side and 4 million in all.`,
    }
  return { ...found, content }
}

type Found = Omit<Image, 'content'>

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function pngOf(bytes: Buffer): Found | undefined {
  if (bytes.length < 57 || !bytes.subarray(0, 8).equals(signature)) return undefined
  if (
    bytes.toString('latin1', 12, 16) !== 'IHDR' ||
    bytes.toString('latin1', bytes.length - 8, bytes.length - 4) !== 'IEND'
  )
    return undefined
  return { mediaType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** The size is in a frame header, after any number of other segments. */
function jpegOf(bytes: Buffer): Found | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff_d8) return undefined
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame)
      return { mediaType: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}
