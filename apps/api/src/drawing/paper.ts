export const ink = '#1a1917'
export const muted = '#5f5d58'
export const border = '#d9d7d2'
export const testColor = '#9a3412'
export const paidColor = '#166534'
export const margin = 52

/** The height of the foot of each page. */
export const footHeight = 64
