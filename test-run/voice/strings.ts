import { parseSync, Visitor } from 'oxc-parser'

export interface Text {
  readonly line: number
  readonly text: string
}

/** Every string, template and JSX text of a TypeScript file, without comments, types, imports and tagged templates (SQL). */
export function stringsOf(file: string, source: string): Text[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const texts: Text[] = []
  const hidden = new Set<number>()
  const add = (text: string, start: number) => {
    const words = text.replaceAll(/\s+/g, ' ').trim()
    const indent = text.length - text.trimStart().length
    if (words && !hidden.has(start))
      texts.push({ line: source.slice(0, start + indent).split('\n').length, text: words })
  }
  new Visitor({
    ImportDeclaration: ({ source: from }) => void hidden.add(from.start),
    ExportNamedDeclaration: ({ source: from }) => void (from && hidden.add(from.start)),
    TSLiteralType: ({ literal }) => void hidden.add(literal.start),
    TaggedTemplateExpression: ({ quasi }) => {
      for (const { start } of quasi.quasis) hidden.add(start)
    },
    Literal: ({ value, start }) => void (typeof value === 'string' && add(value, start)),
    TemplateElement: ({ value, start }) => add(value.cooked ?? value.raw, start),
    JSXText: ({ value, start }) => add(value, start),
  }).visit(program)
  return texts
}

/** Every comment of a TypeScript file. Adjacent line comments are one. */
export function commentsOf(file: string, source: string): Text[] {
  const texts: Text[] = []
  let lastEnd = -1
  for (const { type, value, start, end } of parseSync(file, source).comments) {
    const text = value
      .replaceAll(/^\s*\*/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
    const last = texts.at(-1)
    const continues = lastEnd >= 0 && type === 'Line' && last && /^\n\s*$/.test(source.slice(lastEnd, start))
    if (continues) texts.splice(-1, 1, { ...last, text: `${last.text} ${text}` })
    else texts.push({ line: source.slice(0, start).split('\n').length, text })
    lastEnd = type === 'Line' ? end : -1
  }
  return texts
}
