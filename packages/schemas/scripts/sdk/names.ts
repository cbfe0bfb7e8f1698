/** `TimeEntry` → `TimeEntries`, `LeadStatus` → `LeadStatuses`. */
export const pluralName = (name: string) => `${name.replace(/y$/, 'ie').replace(/s$/, 'se')}s`

/** `TimeEntry` → `timeEntry`. */
export const lowerFirst = (name: string) => name.charAt(0).toLowerCase() + name.slice(1)

/** `TimeEntry` → `time entry`. */
export const nounOf = (name: string) => name.replaceAll(/(?!^)[A-Z]/g, ' $&').toLowerCase()

/** The array with the values of an enum: `leadStatuses` of `LeadStatus`. */
export const valuesName = (name: string) => lowerFirst(pluralName(name))

/** The folder of generated types, seen from `testing/generated`. */
export const typesFolder = '../../generated'

const sdkNames: Readonly<Record<string, string>> = {
  KeyIdentity: 'Me',
  WebhookEndpointCreated: 'CreatedWebhookEndpoint',
  Tombstone: 'DeletedRecord',
}

/** The name in the SDK of a schema of the OpenAPI document. */
export const sdkNameOf = (schema: string) => sdkNames[schema] ?? schema

/** The schema that a reference points to. One that can be null has another component with the same fields. */
export const schemaOf = (ref: string) =>
  ref
    .split('/')
    .at(-1)
    ?.replace(/^Nullable/, '') ?? ''
