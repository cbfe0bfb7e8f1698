import { useMatches } from '@tanstack/react-router'
import { CircleQuestionMark } from 'lucide-react'
import { helpAddress } from './help-pages.ts'

const label = 'Help for this page (opens in a new tab)'

/** The address of the documentation of the page. */
export const useHelpAddress = () => useMatches({ select: (matches) => helpAddress(matches.at(-1)?.fullPath ?? '/') })

/** Opens the documentation of the page in a new tab. Narrow windows show it only in the user menu. */
export function HelpLink() {
  return (
    <a
      href={useHelpAddress()}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={label}
      title={label}
      className="inline-flex size-7 shrink-0 items-center justify-center rounded-sm text-muted transition-colors hover:bg-hover hover:text-ink max-sm:hidden touch:size-10 print:hidden"
    >
      <CircleQuestionMark aria-hidden="true" className="size-4" />
    </a>
  )
}
