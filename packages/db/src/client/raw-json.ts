/** From so many characters on, the bytes take the place of the text. */
const longText = 8 * 1024

/**
 * JSON that PostgreSQL has written, so that a record has the same bytes everywhere. All callers of one statement share
 * it and its derived forms, so that the work for a large page is done once.
 */
export class RawJson {
  #text: string | undefined
  #bytes: Buffer | undefined
  #made: Map<string, unknown> | undefined

  constructor(text: string) {
    this.#text = text
  }

  get text(): string {
    return this.#text ?? this.bytes.toString()
  }

  /** As UTF-8. */
  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.#text ?? '')
    if (this.isLong) this.#text = undefined
    return this.#bytes
  }

  /** True to handle it as bytes. */
  get isLong(): boolean {
    return this.#text === undefined || this.#text.length > longText
  }

  /** Makes something of it, once for each name. */
  once<T>(name: string, make: () => T): T {
    this.#made ??= new Map()
    if (!this.#made.has(name)) this.#made.set(name, make())
    return this.#made.get(name) as T
  }
}
