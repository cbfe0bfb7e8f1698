import { list, oneOf, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { documentField, mostDocumentField } from './datev-text.ts'
import type { JournalEntry } from '../journal-entry.ts'

const documentKinds = ['invoice', 'credit_note'] as const

interface Document {
  readonly kind: (typeof documentKinds)[number]
  readonly number: string
}

/** `Belegfeld 1` by document, where it is not the cleaned number alone. */
export type DocumentFields = ReadonlyMap<string, string>

export const documentKey = ({ kind, number }: Document) => `${kind} ${number}`

/**
 * Marks documents whose cleaned numbers are equal or empty, so that DATEV clears each on its own. The first one keeps the
 * cleaned number, because files of former months have it.
 *
 * @param documents in the order in which they were issued.
 */
export function markedFields(documents: readonly Document[]): DocumentFields {
  const taken = new Set<string>()
  const fields = documents.map((document): [string, string] => {
    const field = freeField(documentField(document.number), taken)
    taken.add(field.toUpperCase())
    return [documentKey(document), field]
  })
  return new Map(fields)
}

function freeField(field: string, taken: ReadonlySet<string>): string {
  for (let count = field === '' ? 1 : 0; ; count = Math.max(count + 1, 2)) {
    const mark = count === 0 ? '' : `*${count}`
    const marked = `${field.slice(mark.length - mostDocumentField || undefined)}${mark}`
    if (!taken.has(marked.toUpperCase())) return marked
  }
}

const mostLetters = 12

/** The last letters and digits without marks. Numbers that are cleaned to the same field have the same ones. */
const lettersOf = (number: string) =>
  number
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
    .slice(-mostLetters)

/** Looks at all documents with similar numbers, because a payment needs the same field in a later file. */
export async function documentFieldsOf(
  sql: Sql,
  workspaceId: number,
  entries: readonly JournalEntry[],
): Promise<DocumentFields> {
  const letters = [...new Set(entries.flatMap(({ document }) => (document === null ? [] : lettersOf(document))))]
  if (letters.length === 0) return new Map()
  const rows = await sql.rows({ kind: oneOf(documentKinds), number: text })`
    SELECT kind, number FROM (
      SELECT 'invoice' AS kind, invoice_number AS number, coalesce(issue_date, (created_at AT TIME ZONE 'UTC')::date) AS day, invoice_id AS id FROM invoices
      WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL AND frozen IS NOT NULL
      UNION ALL
      SELECT 'credit_note', number, issued, id FROM credit_notes WHERE workspace_id = ${workspaceId}) AS documents
    WHERE right(upper(regexp_replace(normalize(number, NFKD), '[^A-Za-z0-9]', '', 'g')), ${mostLetters}) = ANY (${list(letters, 'text')})
    ORDER BY day, kind DESC, id`
  return markedFields(rows)
}
