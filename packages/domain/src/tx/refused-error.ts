/** What the rules of the records do not allow; `message` is a sentence for whoever asked. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  /** `conflict`: the record is not in a state in which this can be done. `invalid`: what was asked for is wrong. */
  readonly kind: 'invalid' | 'conflict'
  /** The member at fault, by its name on the wire, such as `lines[2].time_entry_id`. */
  readonly field: string | undefined
  /** What is wrong with it, for machines. */
  readonly code: string

  constructor(kind: 'invalid' | 'conflict', code: string, message: string, field?: string) {
    super(message)
    this.kind = kind
    this.code = code
    this.field = field
  }
}
