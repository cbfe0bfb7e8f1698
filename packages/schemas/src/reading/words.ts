import { folded, plainText, refused, understood } from './reading.ts'
import type { Reading } from './reading.ts'

const wordsOf = (text: string) => new Set(text.split(' '))

const yes = wordsOf(
  'true yes y 1 x ja j wahr oui o vrai si s verdadero vero tak t prawda waar sann sant sim verdadeiro',
)
const no = wordsOf('false no n 0 nein falsch non faux falso nie falsz nee onwaar nej falskt falsk nao')

/** Yes or no as people and spreadsheets write it: `true`, `ja`, `VRAI`, `x`, `0`. */
export function readFlag(typed: string): Reading<boolean> {
  const text = folded(plainText(typed))
  if (text === '') return understood<boolean>(null)
  if (yes.has(text)) return understood(true)
  if (no.has(text)) return understood(false)
  return refused('Enter yes or no.')
}

/** Names of other programs for the values of the contract. */
const synonyms: Readonly<Record<string, string>> = {
  aktiv: 'active', actif: 'active', activo: 'active', attivo: 'active', actief: 'active', aktywny: 'active',
  inaktiv: 'inactive', inactif: 'inactive', inactivo: 'inactive', inattivo: 'inactive', inactief: 'inactive',
  interessent: 'prospect', lead: 'prospect',
  person: 'individual', privatperson: 'individual', natural_person: 'individual', particulier: 'individual',
  company: 'business', firma: 'business', unternehmen: 'business', organisation: 'business', organization: 'business',
  entreprise: 'business', empresa: 'business', azienda: 'business', bedrijf: 'business',
  open: 'In Progress', offen: 'In Progress', laufend: 'In Progress', in_bearbeitung: 'In Progress', active: 'In Progress',
  closed: 'Case Closed', abgeschlossen: 'Case Closed', geschlossen: 'Case Closed', won: 'Case Won', gewonnen: 'Case Won',
  vergleich: 'Settled', abgewiesen: 'Dismissed', ruht: 'On Hold', ruhend: 'On Hold', pending: 'On Hold',
  unbilled: 'pending', nicht_abgerechnet: 'pending', invoiced: 'billed', abgerechnet: 'billed', bezahlt: 'paid',
} // prettier-ignore

const key = (text: string) =>
  folded(plainText(text))
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '')

/** One of several values, without regard to case and punctuation: `IN_PROGRESS` → `In Progress`. */
export function readChoice(typed: string, values: readonly string[]): Reading<string> {
  const text = key(typed)
  if (text === '') return understood<string>(null)
  const found = values.find((value) => key(value) === text)
  if (found !== undefined) return understood(found)
  const meant = synonyms[text] ?? (values.includes('pending') && text === 'offen' ? 'pending' : undefined)
  if (meant !== undefined && values.includes(meant)) return understood(meant)
  return refused(`Enter one of ${values.join(', ')}.`)
}
