import { crc32, deflateSync, inflateSync } from 'node:zlib'

type Pixel = readonly [red: number, green: number, blue: number]

const mostColors = 256

/** The same picture with at most 256 colors, a third of the size: its most frequent colors, and for others the nearest. */
export function indexedPng(png: Buffer): Buffer {
  const { width, height, pixels } = decode(png)
  const counts = new Map<number, number>()
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1)
  const palette = [...counts]
    .toSorted(([a, countA], [b, countB]) => countB - countA || a - b)
    .slice(0, mostColors)
    .map(([color]) => color)
  const places = new Map(palette.map((color, at) => [color, at]))
  const rows = Buffer.alloc((width + 1) * height)
  pixels.forEach((pixel, at) => {
    let place = places.get(pixel)
    if (place === undefined) places.set(pixel, (place = nearest(palette, pixel)))
    // A row begins with its filter, which is none.
    rows[at + Math.floor(at / width) + 1] = place
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3], 8)
  return Buffer.concat([
    png.subarray(0, 8),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const channels = (color: number): Pixel => [color >> 16, (color >> 8) & 255, color & 255]

function nearest(palette: readonly number[], color: number): number {
  const [red, green, blue] = channels(color)
  const distances = palette.map((other) => {
    const [r, g, b] = channels(other)
    return (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2
  })
  return distances.indexOf(Math.min(...distances))
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

/** The pixels of a PNG as the browser writes it: 8 bits for a channel, not interlaced. */
function decode(png: Buffer): { width: number; height: number; pixels: Uint32Array } {
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const size = png[25] === 6 ? 4 : 3
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  const raw = inflateSync(Buffer.concat(parts))
  const stride = width * size
  const bytes = Buffer.alloc(stride * height)
  const byte = (at: number) => bytes[at] ?? 0
  for (let row = 0; row < height; row += 1) {
    const filter = raw[row * (stride + 1)] ?? 0
    for (let column = 0; column < stride; column += 1) {
      const at = row * stride + column
      const left = column < size ? 0 : byte(at - size)
      const above = row === 0 ? 0 : byte(at - stride)
      const corner = column < size || row === 0 ? 0 : byte(at - stride - size)
      bytes[at] = (raw[row * (stride + 1) + 1 + column] ?? 0) + predicted(filter, left, above, corner)
    }
  }
  const pixels = Uint32Array.from(
    { length: width * height },
    (_, at) => (byte(at * size) << 16) | (byte(at * size + 1) << 8) | byte(at * size + 2),
  )
  return { width, height, pixels }
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return above
  if (filter === 3) return (left + above) >> 1
  const near = left + above - corner
  const [a, b, c] = [Math.abs(near - left), Math.abs(near - above), Math.abs(near - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? above : corner
}
