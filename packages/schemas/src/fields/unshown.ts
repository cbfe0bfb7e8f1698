/** Marks a field that whole request examples leave out: a request with it and with all other fields fails. */
export const unshownKey = 'x-unshown'
