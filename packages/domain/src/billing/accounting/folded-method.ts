/** Programs write methods of payment in their own way: without regard to case, blanks and invisible characters. */
export const foldedMethod = (method: string) =>
  method
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}]+/gu, '')
    .toLowerCase()
