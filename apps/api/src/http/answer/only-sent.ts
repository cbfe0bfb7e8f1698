import { alwaysShown } from '@matterbase/schemas'
import type { Operation } from '@matterbase/schemas'
import { RawJson } from './raw-json.ts'

/** The decoded fields of a request, without read-only fields. */
type Sent = Readonly<Record<string, unknown>>

/**
 * The response to a write for an API key without the permission to read: each record has the values of the sent fields, and
 * null for the others. The rule holds for all write operations.
 *
 * @param body The decoded body. In a bulk request, the records of `data` are not decoded.
 * @param isDisregarded Whether the record has another value than the sent field, `data[0].client_id` in a bulk request.
 */
export function onlySent(
  { item }: Pick<Operation<string>, 'item'>,
  result: object,
  body: Sent,
  isDisregarded: (name: string) => boolean = () => false,
): object {
  const kept = Object.fromEntries(Object.entries(sentOf(body)).filter(([name]) => !isDisregarded(name)))
  const members = Object.entries(result).map(([name, value]: [string, unknown]) => {
    if (name === 'results' && value instanceof RawJson)
      return [name, ofEach(value, body['data'], { writable: item?.shape ?? {}, isDisregarded })]
    return [name, masked(value, kept)]
  })
  return Object.fromEntries(members)
}

function masked(value: unknown, sent: Sent): unknown {
  if (value instanceof RawJson) return new RawJson(JSON.stringify(masked(JSON.parse(value.text), sent)))
  return isObject(value) ? recordOf(value, sent) : value
}

interface Kept {
  readonly writable: object
  readonly isDisregarded: (name: string) => boolean
}

/** The results of a bulk request, by index. */
function ofEach({ text }: RawJson, records: unknown, { writable, isDisregarded }: Kept): RawJson {
  const results = (JSON.parse(text) as Sent[]).map((result, at) => {
    const record: unknown = Array.isArray(records) ? records[at] : undefined
    const sent = Object.entries(isObject(record) ? record : {}).filter(
      ([field]) => Object.hasOwn(writable, field) && !isDisregarded(`data[${at}].${field}`),
    )
    return isObject(result['data']) ? { ...result, data: recordOf(result['data'], Object.fromEntries(sent)) } : result
  })
  return new RawJson(JSON.stringify(results))
}

/** A lead is nested in `leadData`. */
const sentOf = (body: Sent): Sent => (isObject(body['leadData']) ? body['leadData'] : body)

const recordOf = (record: Sent, sent: Sent): Sent =>
  Object.fromEntries(
    Object.entries(record).map(([field, value]) => [
      field,
      alwaysShown.includes(field) || sent[field] !== undefined ? onlyPairs(value, sent[field]) : null,
    ]),
  )

/** Values by key are merged with those of the record, which the API key may not read. */
const onlyPairs = (value: unknown, sent: unknown): unknown =>
  isObject(value) && isObject(sent)
    ? Object.fromEntries(Object.entries(value).filter(([key]) => Object.hasOwn(sent, key)))
    : value

const isObject = (value: unknown): value is Sent => typeof value === 'object' && value !== null && !Array.isArray(value)
