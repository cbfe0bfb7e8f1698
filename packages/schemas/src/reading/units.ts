import { folded } from './reading.ts'

export type Unit = 'hour' | 'minute'

/** Read in every firm, in addition to the firm's own language. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl']

/** Abbreviations that Intl does not write. */
const abbreviations: Readonly<Record<Unit, readonly string[]>> = {
  hour: ['h', 'hr', 'hrs', 'std', 'stdn', 'hora', 'horas', 'hs', 'ora', 'ore', 'uur', 'uren', 'godz'],
  minute: ['m', 'min', 'mins', 'mn', 'minuta', 'minuty', 'minut', "'"],
}

const wordsOf = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((words) => words.split(' ')))

/** Units that are not durations. */
export const otherUnits = wordsOf(
  'd day days tag tage tagen jour jours dia dias giorno giorni dag dagen dzien dni',
  'week weeks woche wochen semaine semaines semana semanas settimana settimane weken tydzien tygodnie',
  'month months monat monate mois mes meses mese mesi maand maanden miesiac',
  's sec secs second seconds sek sekunde sekunden seconde secondes segundo segundos secondo secondi seconden sekunda',
)

/** Too short to be sure of, or a unit in some languages only. */
const doubtful = wordsOf('st t tim time u g mi ms hs hh mm ho ti uhr')

const known = new Map<string, ReadonlyMap<string, Unit>>()

function wordsIn(language: string, unit: Unit): string[] {
  const displays = ['long', 'short', 'narrow'] as const
  return displays.flatMap((unitDisplay) => {
    const writer = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay })
    // One of each grammatical number that the languages have.
    return [0, 1, 1.5, 2, 5, 22].flatMap((count) =>
      writer.formatToParts(count).flatMap(({ type, value }) => (type === 'unit' ? [folded(value)] : [])),
    )
  })
}

/** The words for hours and minutes that are read in a locale. */
export function unitsOf(locale: string): ReadonlyMap<string, Unit> {
  const found = known.get(locale)
  if (found) return found
  const units = new Map<string, Unit>()
  for (const unit of ['hour', 'minute'] as const) {
    for (const language of [locale, ...languages])
      for (const word of wordsIn(language, unit)) if (!units.has(word)) units.set(word, unit)
    for (const word of abbreviations[unit]) if (!units.has(word)) units.set(word, unit)
  }
  known.set(locale, units)
  return units
}

/** True if one letter was added, left out, changed or swapped with the next one. */
function isAlmost(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const [restA, restB] = [a.slice(at), b.slice(at)]
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA.slice(2) === restB.slice(2) && restA[0] === restB[1] && restA[1] === restB[0])
  )
}

/** True if the word after a number may be a unit: abbreviated, misspelt or unsupported. */
export function looksLikeUnit(text: string, units: ReadonlyMap<string, Unit>): boolean {
  const word = folded(text)
  if (doubtful.has(word)) return true
  return [...units.keys()].some(
    (unit) =>
      (word.length >= 3 && unit.length > word.length && unit.startsWith(word)) ||
      (word.length >= 4 && unit.length >= 4 && isAlmost(word, unit)),
  )
}
