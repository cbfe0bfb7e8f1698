/** `not billable` → `Not billable` */
export const titled = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
