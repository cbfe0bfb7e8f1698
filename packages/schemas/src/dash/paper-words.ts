import type { TaxCategory } from '../resources/tax-rates.ts'

const english = {
  /** Lines for time and expenses without a description. */
  time: 'Time',
  expense: 'Expense',
  discount: 'Discount',
  dueOnReceipt: 'Due on receipt',
  reverseCharge: 'Reverse charge',
  outsideVat: 'Not subject to VAT',
  /** The proposed tax for costs that the firm pays in the client's name. */
  onBehalf: {
    name: 'No VAT: paid on the client’s behalf',
    reason: 'Paid in the name and on behalf of the client',
  },
}

export type PaperWords = typeof english

const german: PaperWords = {
  time: 'Tätigkeit',
  expense: 'Auslage',
  discount: 'Nachlass',
  dueOnReceipt: 'Zahlbar nach Erhalt',
  reverseCharge: 'Steuerschuldnerschaft des Leistungsempfängers',
  outsideVat: 'Nicht umsatzsteuerbar',
  onBehalf: {
    name: 'Ohne USt.: für den Mandanten verauslagt',
    reason: 'Im Namen und für Rechnung des Mandanten verauslagt',
  },
}

const french: PaperWords = {
  time: 'Prestation',
  expense: 'Frais',
  discount: 'Remise',
  dueOnReceipt: 'Payable à réception',
  reverseCharge: 'Autoliquidation',
  outsideVat: 'Non soumis à la TVA',
  onBehalf: {
    name: 'Sans TVA : payé pour le compte du client',
    reason: 'Payé au nom et pour le compte du client',
  },
}

/** The words of an invoice by language. Other languages have the English ones. */
export const paperWords: Readonly<Record<string, PaperWords>> = { en: english, de: german, fr: french }

/** The words that a PDF and its XML share, in the language of the firm's locale. */
export const paperWordsIn = (locale: string): PaperWords => paperWords[new Intl.Locale(locale).language] ?? english

/** The mandatory text for a tax category that is a reason itself (Article 226 of the VAT Directive, § 14a UStG). */
export const taxReasonIn = ({ reverseCharge, outsideVat }: PaperWords, category: TaxCategory): string | null =>
  ({ S: null, Z: null, E: null, AE: reverseCharge, O: outsideVat })[category]

/** True for the description of a line whose time or expense has none. */
export const isDefaultDescription = (description: string): boolean =>
  Object.values(paperWords).some(({ time, expense }) => description === time || description === expense)
