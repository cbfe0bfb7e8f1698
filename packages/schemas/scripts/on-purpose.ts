interface Purpose {
  /** The changes that are made for it. */
  readonly changes: RegExp
  /** The change for clients of the last release, in a sentence of the changelog. */
  readonly sentence: string
}

const purposes: readonly Purpose[] = [
  // A key without the scope that reads gets null for what it did not send: it read the data of others by writing nothing.
  {
    changes:
      /^(?:POST|PUT|PATCH) \/(?:matters|clients|time-entries|expenses|leads)\S* \d+\.(?:results\[\]\|0\.)?(?:data|lead)\.\w+: can be null now$/,
    sentence:
      'An API key with the write scope of a resource but without its read scope: in the response to a write, fields that the request did not send are null',
  },
  // A pattern is not compared with another: this one takes lower-case letters too, and no second 60, which was always refused.
  {
    changes: /: pattern was \^\\d\{4\}-\\d\{2\}-\\d\{2\}T.+ and is \^\\d\{4\}-\\d\{2\}-\\d\{2\}\[Tt\]/,
    sentence: 'Date-times can have a lower-case `t` and `z`',
  },
  // The specification gives emails this format. The pattern says what the server has always taken.
  {
    changes:
      /^(?:POST|PUT|PATCH) \/clients\S* body\.(?:data\[\]\.)?email: (?:format was undefined and is email|pattern was undefined and is .+)$/,
    sentence:
      'The `email` of a client has the format `email` in requests too. The server also takes domains with letters of any language',
  },
  // The bytes are the same JSON as before, which the document called a file.
  {
    changes: /^GET \/accounting\/journal 200: (?:type was string and is object|format was binary and is undefined)$/,
    sentence: 'Generated types: the journal as JSON is a `Journal` with `totals` and `entries`, not a string',
  },
  // Only a reader who asks for deletions gets an item without these fields.
  {
    changes: /^GET \/invoices 200\.data\[\](?:\.\w+: is gone|: type was object and is undefined)$/,
    sentence:
      'Generated types: an item of the list of invoices can be a `DeletedInvoice`. Only `include_deleted=true` returns it',
  },
]

interface Breaking {
  /** Changes that no release may have. */
  readonly unintended: readonly string[]
  readonly intended: readonly string[]
}

/** Tells the breaking changes that are made on purpose from the others. */
export function sortBreaking(changes: readonly string[]): Breaking {
  const unintended = changes.filter((change) => !purposes.some((purpose) => purpose.changes.test(change)))
  const made = purposes.filter((purpose) => changes.some((change) => purpose.changes.test(change)))
  return { unintended, intended: made.map(({ sentence }) => sentence) }
}
