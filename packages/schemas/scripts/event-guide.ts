/** The fields that all events have. */
export const aboutBodies = `## The body

Every delivery has the same fields around the record:

| Field | Description |
| ----- | ----------- |
| \`event\` | The event, such as \`matter.created\` |
| \`data\` | The record, as \`GET\` returned it when the event happened. For \`*.deleted\`, the \`id\`, \`external_id\`, \`deleted_at\` and \`updated_at\` of the deleted record |
| \`previous\` | For \`*.updated\` only. The old values of the changed fields, without \`updated_at\`. Of \`metadata\` and \`custom_fields\`, the changed keys only |
| \`event_id\` | A UUID, the same for every attempt and endpoint. Use it to [de-duplicate](delivery-and-retries.md#de-duplicate) |
| \`created_at\` | Time of the event |
| \`delivery_id\` | A UUID, new for each attempt |
| \`timestamp\` | Time at which this attempt was signed |
| \`attempt\` | 1 for the first attempt |
| \`environment\` | \`live\` or \`test\` |

This event shows that the status of a matter changed:

\`\`\`json
{
  "event": "matter.updated",
  "data": { "id": 42, "title": "Hale v. Northgate", "status": "Settled" },
  "previous": { "status": "In Progress" }
}
\`\`\``

/** When an event happens, and when it does not. */
export const aboutFiring = `## When events fire

- \`*.created\` fires regardless of how you create the record: POST, PUT, bulk upsert or the dashboard. \`time_entry.created\` also fires when you stop a timer.
- \`*.updated\` fires when a field of the record gets another value, no matter which user or program changed it.
- An upsert fires \`*.created\` or \`*.updated\`, depending on its outcome. A bulk upsert does this for each record.
- A request that is refused or changes nothing fires no event.
- \`time_entry.updated\` and \`expense.updated\` also fire when the record is put on an invoice, paid with the invoice, or becomes unbilled again.
- If you delete a client with \`?force=true\`, \`matter.updated\`, \`time_entry.updated\` and \`expense.updated\` fire for the unlinked records, and then \`client.deleted\`. Deleting a matter does the same for its time entries and expenses.
- \`invoice.paid\`, \`invoice.overdue\` and \`invoice.voided\` fire together with \`invoice.updated\`, in one transaction. A payment in full fires \`payment.created\`, \`invoice.updated\` and \`invoice.paid\`, all with the same \`created_at\`. Handle them in this order.
- A reversed payment fires \`payment.deleted\`. An invoice that is credited or written off in full is closed but not voided, so it fires \`invoice.updated\` only.
- \`invoice.sent\` fires when the email is queued. If you share the link of the invoice yourself, it does not fire.
- For \`invoice.deleted\`, \`id\` is the \`invoice_id\` and \`external_id\` is null.

The first six events of the table are always recorded, and you see them under Events in the dashboard. All other events are recorded only while an endpoint of the workspace subscribes to them.`

/** The scopes that a subscription needs. */
export const aboutScopes = `## Scopes of events

An event contains a record. To subscribe an endpoint to it, an API key needs \`webhooks:write\` and the scope in the table, which reads this record. Without it the server returns 403 \`insufficient_scope\` and names each event with the scope that is missing. The scope is checked when a request sends events to an address that did not receive them before:

| Request | Checked events |
| ------- | -------------- |
| \`POST /webhooks\` | All |
| \`PATCH /webhooks/{id}\` | The events that you add. All events if you change the \`url\` or enable the endpoint |
| \`POST /webhooks/{id}/replay\` | All events of the endpoint and of the deliveries in this period |
| \`POST /webhooks/{id}/deliveries/{delivery}/retry\` | The event of the delivery |

In the dashboard, your [role](../user-guide/roles-and-sign-in.md#members-and-roles) takes the place of the scopes. A developer cannot read records, so ask an owner to create the endpoint or to add the events. Endpoints from before this rule keep their events.`
