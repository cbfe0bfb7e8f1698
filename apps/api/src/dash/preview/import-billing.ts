import type { Actor, StoredRecord, Tx } from '@matterbase/domain'
import { importClientBilling } from '@matterbase/domain/einvoice'
import { dashContract } from '@matterbase/schemas'
import type { DashContract, Input } from '@matterbase/schemas'
import { decodeBody } from '../../http/input/decode.ts'

export type BillingChanges = Input<DashContract['billingDetails']['updateOfClient']>['body']

/** The address for invoices, which files have next to the fields of a client. @throws ApiError. */
export function decodeBilling({ path }: { readonly path: string }, given: unknown): BillingChanges | undefined {
  if (path !== 'clients' || given === undefined) return undefined
  return decodeBody(dashContract.billingDetails.updateOfClient.body, given, [], false).data
}

export async function writeBilling(
  tx: Tx,
  actor: Actor,
  { values }: StoredRecord,
  changes: BillingChanges | undefined,
) {
  return changes && importClientBilling(tx, actor, { id: values.id, changes })
}
