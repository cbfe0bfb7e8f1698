/** What a message to a client says, as it is proposed; the link stands below it. */
interface Wording {
  readonly subject: string
  readonly message: string
}

interface Facts {
  readonly number: string
  readonly firm: string
  /** What is left to pay, and until when, as the firm writes them. */
  readonly due: string
  readonly day: string | null
}

type Words = Readonly<Record<'invoice' | 'reminder', (facts: Facts) => Wording>>

const english: Words = {
  invoice: ({ number, firm, due, day }) => ({
    subject: `Invoice ${number} from ${firm}`,
    message: `Dear Sir or Madam,\n\nyour invoice ${number} is ready. ${day === null ? `Amount due: ${due}.` : `Please pay ${due} by ${day}.`}\n\nKind regards\n${firm}`,
  }),
  reminder: ({ number, firm, due, day }) => ({
    subject: `Reminder: invoice ${number} from ${firm}`,
    message: `Dear Sir or Madam,\n\n${due} of our invoice ${number} ${day === null ? 'is' : `was due on ${day} and is`} still open. If you have paid in the meantime, please disregard this message.\n\nKind regards\n${firm}`,
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
}

const byLanguage: Readonly<Record<string, Words>> = { de: german, fr: french }

/** In the language of the firm's invoices. */
export const wordingIn = (locale: string): Words => byLanguage[locale.split('-')[0] ?? ''] ?? english
