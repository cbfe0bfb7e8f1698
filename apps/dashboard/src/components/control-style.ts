/** How everything looks that is typed into. */
export const controlStyle =
  'w-full min-w-0 rounded-sm border border-control bg-bg px-2.5 text-body text-ink transition-colors placeholder:text-muted disabled:bg-subtle disabled:text-muted aria-invalid:border-bad'

export const controlHeight = 'h-8 touch:h-11'
