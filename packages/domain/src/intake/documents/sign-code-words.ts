interface Facts {
  readonly title: string
  readonly firm: string
  readonly signer: string
  readonly minutes: number
}

interface Letter {
  readonly subject: string
  readonly message: string
}

type Words = (facts: Facts) => Letter

const english: Words = ({ title, firm, signer, minutes }) => ({
  subject: `Your code to sign a document from ${firm}`,
  message: `Dear ${signer},\n\n${firm} asks you to sign “${title}”. Enter the code below on the page of the document. It is valid for ${minutes} minutes.\n\nIf you do not want to sign anything, ignore this message. Do not share the code.`,
})

const german: Words = ({ title, firm, signer, minutes }) => ({
  subject: `Ihr Code zum Unterzeichnen eines Dokuments von ${firm}`,
  message: `Guten Tag ${signer},\n\n${firm} bittet Sie, „${title}“ zu unterzeichnen. Geben Sie den Code unten auf der Seite des Dokuments ein. Er gilt ${minutes} Minuten.\n\nWenn Sie nichts unterzeichnen möchten, beachten Sie diese Nachricht nicht, und geben Sie den Code nicht weiter.`,
})

const french: Words = ({ title, firm, signer, minutes }) => ({
  subject: `Votre code pour signer un document de ${firm}`,
  message: `Bonjour ${signer},\n\n${firm} vous demande de signer « ${title} ». Saisissez le code ci-dessous sur la page du document. Il reste valable ${minutes} minutes.\n\nSi vous ne voulez rien signer, ne tenez pas compte de ce message et ne communiquez le code à personne d’autre.`,
})

const byLanguage: Readonly<Record<string, Words>> = { de: german, fr: french }

/** The message that a code is sent with, in the language of the firm. */
export const codeLetterIn = (locale: string | null): Words => byLanguage[locale?.split('-')[0] ?? ''] ?? english
