/** What all of an invoice is drawn with. */
export const ink = '#1a1917'
export const muted = '#5f5d58'
export const border = '#e5e4e1'
export const testColor = '#9a3412'
export const margin = 56
