import type { LeadInput } from '@matterbase/schemas'

/** Points by urgency. */
const urgencyPoints = { low: 10, medium: 25, high: 40 } as const

/** Points by practice area: the first line counts of which a word begins a word of the lead's practice area. */
const practiceAreaPoints = [
  { points: 60, words: ['injury', 'malpractice', 'mass tort', 'class action'] },
  {
    points: 50,
    words: ['corporate', 'business', 'merger', 'litigation', 'commercial', 'intellectual property', 'patent'],
  },
  { points: 45, words: ['criminal', 'defense', 'defence'] },
  { points: 40, words: ['employment', 'labor', 'labour', 'immigration', 'tax'] },
  { points: 35, words: ['family', 'divorce', 'custody'] },
  { points: 30, words: ['real estate', 'property', 'estate', 'probate', 'wills', 'trust'] },
] as const

const otherPoints = 20
const unknownPoints = 10

/** How promising a lead is, 0 to 100: practice area (10 to 60) plus urgency (10 to 40). */
export function leadScore(practiceArea: string | null, urgency: NonNullable<LeadInput['urgency']>): number {
  return areaPoints(practiceArea?.trim().toLowerCase() ?? '') + urgencyPoints[urgency]
}

function areaPoints(area: string): number {
  if (area === '') return unknownPoints
  return (
    practiceAreaPoints.find(({ words }) => words.some((word) => new RegExp(`\\b${word}`).test(area)))?.points ??
    otherPoints
  )
}
