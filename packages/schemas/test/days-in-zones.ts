import { addDays, dayAt, momentAt, readDay, startOfWork } from '../src/reading/index.ts'
import { writerOf } from '../src/dash/writing.ts'
import { cases, randomFrom } from './random.ts'

const zones = [
  'UTC', 'Europe/London', 'Europe/Berlin', 'Europe/Lisbon', 'Europe/Moscow', 'Europe/Istanbul', 'Europe/Helsinki',
  'America/Los_Angeles', 'America/New_York', 'America/Chicago', 'America/Denver', 'America/Anchorage',
  'America/St_Johns', 'America/Sao_Paulo', 'America/Santiago', 'America/Havana', 'America/Caracas', 'America/Bogota',
  'Africa/Cairo', 'Africa/Casablanca', 'Africa/Johannesburg', 'Africa/Lagos', 'Asia/Tokyo', 'Asia/Kolkata',
  'Asia/Kathmandu', 'Asia/Dubai', 'Asia/Tehran', 'Asia/Shanghai', 'Asia/Jerusalem', 'Asia/Beirut', 'Asia/Gaza',
  'Australia/Sydney', 'Australia/Lord_Howe', 'Australia/Perth', 'Pacific/Auckland', 'Pacific/Chatham',
  'Pacific/Kiritimati', 'Pacific/Apia', 'Pacific/Honolulu', 'Etc/GMT+12',
] // prettier-ignore

const firms = [
  ['de-DE', 'Europe/Berlin'],
  ['en-GB', 'Europe/London'],
  ['en-US', 'America/New_York'],
  ['fr-FR', 'Europe/Paris'],
  ['es-ES', 'America/Santiago'],
  ['en-GB', 'Pacific/Auckland'],
  ['de-DE', 'UTC'],
  ['en-US', 'Pacific/Honolulu'],
] as const

/** On each third day clocks or years change. */
const turns = ['12-31', '01-01', '03-29', '10-25', '03-08', '11-01', '04-05', '09-06', '02-28']

const random = randomFrom(49)
const wrong: string[] = []
let tried = 0

// Types days as firms write them and stores each as the moment at which work of it begins.
for (const zone of zones) {
  process.env['TZ'] = zone
  if (
    new Date(0).getTimezoneOffset() === 0 &&
    new Date(2026, 6, 1).getTimezoneOffset() === 0 &&
    !/^(?:UTC|Africa\/Casablanca)$/.test(zone)
  )
    wrong.push(`${zone} is not the zone of this process`)
  const [locale, firmZone] = firms[zones.indexOf(zone) % firms.length] ?? firms[0]
  const manner = { locale, currency: null, timeZone: firmZone }
  const writer = writerOf(manner)
  const figures = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'numeric',
    year: 'numeric',
  })
  for (let count = 0; count < cases / zones.length; count++, tried++) {
    const year = 1990 + Math.floor(random() * 56)
    const turn = `${year}-${turns[count % turns.length]}`
    const day = count % 3 === 0 ? turn : addDays(`${year}-01-01`, Math.floor(random() * 365))
    const typed = [writer.day(day), figures.format(new Date(`${day}T00:00:00Z`)), day][count % 4 === 3 ? 2 : count % 2]
    const { value } = readDay(typed ?? '', manner, '2026-11-27')
    const moment = value ? momentAt(value, startOfWork, firmZone) : undefined
    if (!moment || value !== day || dayAt(moment, firmZone) !== day) wrong.push(`${zone}: ${typed} is not ${day}`)
  }
}
console.log(JSON.stringify({ zones: zones.length, tried, wrong: wrong.slice(0, 20) }))
