/**
 * Headers as people paste them: `Name: value` lines, curl's `-H 'Name: value'`, or a JSON object.
 * The names are in lower case.
 */
export function readHeaders(text: string): Readonly<Record<string, string>> {
  return fromJson(text) ?? Object.fromEntries(text.split('\n').flatMap(line))
}

function line(text: string): [string, string][] {
  const [, name, value] = /^\s*(?:[<>]\s*|-H\s*)?['"]?([\w-]+)['"]?\s*:\s*(.*?)['"]?[,\\\s]*$/.exec(text) ?? []
  return name !== undefined && value !== undefined ? [[name.toLowerCase(), value.replace(/^['"]/, '')]] : []
}

function fromJson(text: string): Record<string, string> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name.toLowerCase(), String(each)]))
  } catch {
    return undefined
  }
}

export const writeHeaders = (headers: readonly { readonly name: string; readonly value: string }[]) =>
  headers.map(({ name, value }) => `${name}: ${value}`).join('\n')
