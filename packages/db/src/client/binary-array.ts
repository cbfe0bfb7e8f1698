/** A value in an array; null for what is not there. */
export type Item = string | number | bigint | Date | Uint8Array | null

/** PostgreSQL's own number for a type, and how a value of it is written behind its length. */
export interface ItemType {
  readonly oid: number
  /** @returns how many bytes it took. There is room for three for each character of a text, and at least eight. */
  readonly write: (bytes: Buffer, at: number, item: Exclude<Item, null>) => number
}

/** An array that grows, as PostgreSQL's protocol has it in binary. */
export interface BinaryArray {
  push(item: Item): void
  /** The encoded array. No item can be added afterwards. */
  end(): Buffer
}

const headerBytes = 20
const lengthBytes = 4

/**
 * Each item follows its length and needs no escaping, which halves the work of text on both sides. Waiting values are
 * not objects for V8's garbage collector.
 */
export function binaryArray({ oid, write }: ItemType): BinaryArray {
  let bytes = Buffer.allocUnsafe(256)
  let at = headerBytes
  let count = 0
  let hasNulls = false

  function makeRoom(more: number) {
    if (at + more <= bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(2 * bytes.length, at + more))
    bytes.copy(larger, 0, 0, at)
    bytes = larger
  }

  return {
    push(item) {
      count++
      makeRoom(lengthBytes + mostBytesOf(item))
      const length = item === null ? 0 : write(bytes, at + lengthBytes, item)
      bytes.writeInt32BE(item === null ? -1 : length, at)
      hasNulls ||= item === null
      at += lengthBytes + length
    },
    end() {
      // One dimension, whether there are nulls, the type, how many, and that they are counted from 1.
      let place = 0
      for (const word of [1, Number(hasNulls), oid, count, 1]) place = bytes.writeInt32BE(word, place)
      return bytes.subarray(0, at)
    },
  }
}

function mostBytesOf(item: Item): number {
  if (typeof item === 'string') return 3 * item.length + 8
  return item instanceof Uint8Array ? item.length : 8
}
