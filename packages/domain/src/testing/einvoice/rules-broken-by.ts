import { readCii } from './cii-reader.ts'
import { rulesOfFields, rulesOfXRechnung } from './rules-of-fields.ts'
import { rulesOfSums } from './rules-of-sums.ts'
import { rulesOfCategories, rulesOfVatIds } from './rules-of-taxes.ts'

const general = { ...rulesOfFields, ...rulesOfSums, ...rulesOfCategories, ...rulesOfVatIds }

/** The rules of EN 16931, and of XRechnung where it says that it is one, that a file breaks, by their names. */
export function rulesBrokenBy(xml: string): readonly string[] {
  const cii = readCii(xml)
  const rules = cii.guideline.includes('xrechnung') ? { ...general, ...rulesOfXRechnung } : general
  return Object.entries(rules).flatMap(([name, holds]) => (holds(cii) ? [] : [name]))
}
