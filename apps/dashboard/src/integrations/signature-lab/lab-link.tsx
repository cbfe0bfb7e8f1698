import { Link } from '@tanstack/react-router'
import { createStore } from '../../api/store.ts'

/** A delivery to check in the signature lab. */
export interface LabInput {
  readonly body: string
  readonly headers: readonly { readonly name: string; readonly value: string }[]
}

/** The delivery that a link of another page filled in. */
export const labInput = createStore<LabInput | undefined>(undefined)

/** Opens the signature lab with a delivery filled in. */
export function LabLink(delivery: LabInput) {
  return (
    <Link to="/dev/lab" onClick={() => labInput.set(delivery)} className="link ml-auto text-meta">
      Check the signature
    </Link>
  )
}
