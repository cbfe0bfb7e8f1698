/** What an invoice's file is called: `invoice-INV-2026-0001.pdf`. */
export const fileName = (number: string | number, ending: string) =>
  `invoice-${String(number).replaceAll(/[^\w.-]+/g, '-')}${ending}`
