import { Link } from '@tanstack/react-router'
import { labInput } from './lab-input.ts'
import type { LabInput } from './lab-input.ts'

/** A link to the lab with a delivery filled in. */
export function LabLink(delivery: LabInput) {
  return (
    <Link to="/dev/lab" onClick={() => labInput.set(delivery)} className="link ml-auto text-meta">
      Check the signature
    </Link>
  )
}
