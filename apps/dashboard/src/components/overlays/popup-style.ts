export const backdropStyle =
  'fixed inset-0 z-40 bg-backdrop transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0'

/** Menus and lists of choices. */
export const popupStyle =
  'z-50 rounded-md border border-line bg-raised p-1 shadow-float outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0'

export const popupItemStyle =
  'flex min-h-8 w-full cursor-default items-center gap-2 rounded-sm px-2 py-1 text-table text-ink outline-none select-none data-disabled:text-muted data-highlighted:bg-hover touch:min-h-11'
