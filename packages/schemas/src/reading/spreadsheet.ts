/** How spreadsheets of a locale read and write CSV files. */
export interface Spreadsheet {
  /** Between cells. */
  readonly delimiter: ',' | ';'
  /** In numbers. */
  readonly decimal: ',' | '.'
}

/** Semicolons where numbers have a comma, and in Switzerland and Liechtenstein, whose numbers have a point. */
export function spreadsheetOf(locale: string): Spreadsheet {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5)
  const decimal = parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.'
  const { region } = new Intl.Locale(locale).maximize()
  return { decimal, delimiter: decimal === ',' || region === 'CH' || region === 'LI' ? ';' : ',' }
}
