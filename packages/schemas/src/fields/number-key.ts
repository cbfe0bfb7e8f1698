/** A typed number as it is stored: without invisible characters such as U+200B, which can keep letters from being composed. */
export const cleanNumber = (text: string): string =>
  text
    .replaceAll(/\p{Cf}/gu, '')
    .normalize('NFC')
    .trim()

/**
 * Two numbers are the same if this is equal: without invisible characters and differences of encoding and width. PostgreSQL
 * computes it with `record_number_key`.
 */
export const numberKey = (text: string): string => cleanNumber(text).normalize('NFKC').trim()
