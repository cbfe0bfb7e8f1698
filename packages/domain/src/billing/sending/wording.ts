/** A proposed message to a client. The link follows it. */
interface Wording {
  readonly subject: string
  readonly message: string
}

interface Facts {
  readonly number: string
  readonly firm: string
  /** The open amount and the due date, as the firm writes them. */
  readonly due: string
  readonly day: string | null
}

interface CreditFacts extends Facts {
  /** The number of the credit note. */
  readonly note: string
  /** The credited amount with tax, as the firm writes it. */
  readonly credited: string
}

interface Words {
  readonly invoice: (facts: Facts) => Wording
  readonly reminder: (facts: Facts) => Wording
  readonly credit_note: (facts: CreditFacts) => Wording
}

const english: Words = {
  invoice: ({ number, firm, due, day }) => ({
    subject: `Invoice ${number} from ${firm}`,
    message: `Dear Sir or Madam,\n\nyour invoice ${number} is ready. ${day === null ? `Amount due: ${due}.` : `Please pay ${due} by ${day}.`}\n\nKind regards\n${firm}`,
  }),
  reminder: ({ number, firm, due, day }) => ({
    subject: `Reminder: invoice ${number} from ${firm}`,
    message: `Dear Sir or Madam,\n\n${due} of our invoice ${number} ${day === null ? 'is' : `was due on ${day} and is`} still open. If you have paid in the meantime, please disregard this message.\n\nKind regards\n${firm}`,
  }),
  credit_note: ({ number, note, firm, credited }) => ({
    subject: `Credit note ${note} from ${firm}`,
    message: `Dear Sir or Madam,\n\nplease find attached our credit note ${note} for ${credited}, which corrects invoice ${number}.\n\nKind regards\n${firm}`,
  }),
}

const german: Words = {
  invoice: ({ number, firm, due, day }) => ({
    subject: `Rechnung ${number} von ${firm}`,
    message: `Sehr geehrte Damen und Herren,\n\nIhre Rechnung ${number} liegt bereit. ${day === null ? `Offener Betrag: ${due}.` : `Bitte zahlen Sie ${due} bis ${day}.`}\n\nMit freundlichen Grüßen\n${firm}`,
  }),
  reminder: ({ number, firm, due, day }) => ({
    subject: `Erinnerung: Rechnung ${number} von ${firm}`,
    message: `Sehr geehrte Damen und Herren,\n\n${due} unserer Rechnung ${number} ${day === null ? 'sind' : `waren am ${day} fällig und sind`} noch offen. Falls Sie inzwischen gezahlt haben, beachten Sie diese Nachricht bitte nicht.\n\nMit freundlichen Grüßen\n${firm}`,
  }),
  credit_note: ({ number, note, firm, credited }) => ({
    subject: `Rechnungskorrektur ${note} von ${firm}`,
    message: `Sehr geehrte Damen und Herren,\n\nanbei erhalten Sie unsere Rechnungskorrektur ${note} über ${credited} zur Rechnung ${number}.\n\nMit freundlichen Grüßen\n${firm}`,
  }),
}

const french: Words = {
  invoice: ({ number, firm, due, day }) => ({
    subject: `Facture ${number} de ${firm}`,
    message: `Madame, Monsieur,\n\nvotre facture ${number} est disponible. ${day === null ? `Reste à payer : ${due}.` : `Merci de régler ${due} avant le ${day}.`}\n\nCordialement\n${firm}`,
  }),
  reminder: ({ number, firm, due, day }) => ({
    subject: `Rappel : facture ${number} de ${firm}`,
    message: `Madame, Monsieur,\n\nsauf erreur de notre part, ${due} de notre facture ${number}${day === null ? '' : `, à régler avant le ${day},`} restent à payer. Si vous avez payé entre-temps, merci de ne pas tenir compte de ce message.\n\nCordialement\n${firm}`,
  }),
  credit_note: ({ number, note, firm, credited }) => ({
    subject: `Avoir ${note} de ${firm}`,
    message: `Madame, Monsieur,\n\nvous trouverez ci-joint notre avoir ${note} de ${credited} sur la facture ${number}.\n\nCordialement\n${firm}`,
  }),
}

const byLanguage: Readonly<Record<string, Words>> = { de: german, fr: french }

/** In the language of the firm's invoices. */
export const wordingIn = (locale: string): Words => byLanguage[locale.split('-')[0] ?? ''] ?? english
