import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// Writes the code lists of EN 16931 from its official rules, which name the codes that a reader accepts:
//   node packages/schemas/scripts/refresh-code-lists.ts 1.3.16 [folder of a checkout of the repository]
const [version, folder] = process.argv.slice(2)
if (version === undefined) throw new Error('Name the release of the rules, such as 1.3.16')

const repository = 'ConnectingEurope/eInvoicing-EN16931'

async function rules(file: string): Promise<string> {
  const path = `cii/schematron/${file}`
  if (folder !== undefined) return readFileSync(`${folder}/${path}`, 'utf8')
  const response = await fetch(`https://raw.githubusercontent.com/${repository}/validation-${version}/${path}`)
  if (!response.ok) throw new Error(`${path} of ${version}: ${response.status}`)
  return response.text()
}

/** The codes of a rule: `contains(' DE FR ', …) … id="BR-CL-14"`. */
function codesOf(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.groups?.['codes']?.trim()
  if (found === undefined || found === '') throw new Error(`The rules have no list that matches ${pattern.source}`)
  return found
}

const [codes, model] = await Promise.all([rules('codelist/EN16931-CII-codes.sch'), rules('CII/EN16931-CII-model.sch')])
const asserted = (id: string) => new RegExp(`contains\\(' (?<codes>[^']+)'[^<]*?id="${id}"`)
const lists = {
  countries: codesOf(codes, asserted('BR-CL-14')),
  vatPrefixes: codesOf(model, /name="BR-CO-09" value="contains\(' (?<codes>[^']+)'/),
  electronicAddressSchemes: codesOf(codes, asserted('BR-CL-25')),
}

const written = Object.entries(lists).map(([name, list]) => `export const ${name} =\n  '${list}'\n`)
writeFileSync(
  fileURLToPath(new URL('../src/codes/en16931-lists.ts', import.meta.url)),
  [
    `// Written by scripts/refresh-code-lists.ts from release ${version} of github.com/${repository}.\n`,
    ...written,
  ].join('\n'),
)
