/** The most bytes per write to the kernel. */
export const pieceBytes = 128 * 1024

/** Divides buffers into pieces. */
export function* piecesOf(parts: readonly Uint8Array[]) {
  const most = parts.length - 1
  for (const [at, part] of parts.entries())
    for (let from = 0; from < part.length; from += pieceBytes) {
      const to = from + pieceBytes
      yield { piece: part.subarray(from, to), isLast: at === most && to >= part.length }
    }
}
