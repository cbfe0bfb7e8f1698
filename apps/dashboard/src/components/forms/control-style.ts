/** The look of every control that takes text. */
export const controlStyle =
  'w-full min-w-0 rounded-sm border border-control bg-bg px-2.5 text-body text-ink transition-colors placeholder:text-muted disabled:bg-subtle disabled:text-muted aria-invalid:border-bad'

/** The style of a file input. Only its button has a border. */
export const fileStyle =
  'w-full min-w-0 text-table file:mr-3 file:h-8 file:rounded-sm file:border file:border-control file:bg-bg file:px-3 file:text-table file:text-ink hover:file:bg-hover touch:file:h-11'

export const controlHeight = 'h-8 touch:h-11'
