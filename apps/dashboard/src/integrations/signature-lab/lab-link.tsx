import { Link } from '@tanstack/react-router'
import { createStore } from '../../api/store.ts'

/** A delivery to look at in the signature lab. */
interface LabInput {
  readonly body: string
  readonly headers: readonly { readonly name: string; readonly value: string }[]
}

/** What another page sent here; undefined when nothing was. */
export const labInput = createStore<LabInput | undefined>(undefined)

/** A link to the lab with a delivery filled in. */
export function LabLink(delivery: LabInput) {
  return (
    <Link to="/dev/lab" onClick={() => labInput.set(delivery)} className="link ml-auto text-meta">
      Check the signature
    </Link>
  )
}
