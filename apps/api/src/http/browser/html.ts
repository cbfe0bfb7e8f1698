/** HTML that is safe to send. Each value in it is escaped, or is safe HTML. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = Html | string | number | false | null | undefined | readonly Html[]

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A template of HTML. Omits undefined, null and false. */
export function markup(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(strings.map((part, at) => part + (at < values.length ? textOf(values[at]) : '')).join(''))
}

function textOf(value: Value): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'string' || typeof value === 'number')
    return String(value).replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '')
  return value.map(({ text }) => text).join('')
}
