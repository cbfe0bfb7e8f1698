/** What a snippet prints, as the page shows it. */
export interface Expected {
  readonly language: 'json' | 'http' | 'text'
  readonly code: string
}

/** A snippet to run. */
export interface Block {
  readonly language: 'sh' | 'js' | 'ts' | 'python' | 'console'
  readonly code: string
  readonly line: number
  /** The output that follows, up to the next snippet or heading. */
  readonly expected: readonly Expected[]
}

const runnable = ['sh', 'js', 'ts', 'python', 'console']
const shown = ['json', 'http', 'text']

/**
 * The snippets of a page, in order, each with what it is said to print. After snippets that are tabs, it is the output of
 * the first.
 */
export function blocksOf(markdown: string): Block[] {
  const blocks: (Block & { expected: Expected[] })[] = []
  let shownBy: (typeof blocks)[number] | undefined
  let endOfTab: number | undefined
  for (const match of markdown.matchAll(/^(?:```(\w+)\n([^]*?)^```|#+ .*|<!-- tabs -->)$/gm)) {
    const [text, language, code = ''] = match
    const end = match.index + text.length
    const isNextTab = endOfTab !== undefined && markdown.slice(endOfTab, match.index).trim() === ''
    if (text === '<!-- tabs -->') [shownBy, endOfTab] = [undefined, end]
    else if (language === undefined) [shownBy, endOfTab] = [undefined, undefined]
    else if (runnable.includes(language)) {
      const line = markdown.slice(0, match.index).split('\n').length
      const block = { language: language as Block['language'], code, line, expected: [] }
      blocks.push(block)
      endOfTab = isNextTab ? end : undefined
      shownBy = isNextTab && shownBy ? shownBy : block
    } else if (shown.includes(language)) shownBy?.expected.push({ language: language as Expected['language'], code })
  }
  return blocks
}

/**
 * Where what was printed is not what is shown. IDs and moments of every run are its own: their form counts. So does a day
 * that the page does not send, because the days of the sample data are days before today.
 */
export function mismatches({ language, code }: Expected, output: string, sent = ''): string[] {
  const ownDays = (text: string) =>
    text.replaceAll(/\b\d{4}-\d\d-\d\d\b/g, (day) => (sent.includes(day) ? day : 'a day'))
  const [shownText, printed] = [ownDays(code), ownDays(output)]
  if (language === 'text') return printed.trim() === shownText.trim() ? [] : [`printed ${output.trim()}`]
  if (language === 'json')
    return differences('', JSON.parse(shownText), JSON.parse(printed.slice(printed.search(/^\{/m))))
  const lines = printed.split('\r\n')
  return shownText
    .trim()
    .split('\n')
    .filter((line) => !lines.some((printedLine) => formOf(printedLine) === formOf(line)))
    .map((line) => `did not print ${line}`)
}

function differences(at: string, shownValue: unknown, printed: unknown): string[] {
  if (isObject(shownValue) && isObject(printed)) {
    const names = [...new Set([...Object.keys(shownValue), ...Object.keys(printed)])]
    return names.flatMap((name) =>
      isOwn(name) && name in shownValue && name in printed
        ? differences(`${at}.*`, typeof shownValue[name], typeof printed[name])
        : differences(`${at}.${name}`, shownValue[name], printed[name]),
    )
  }
  if (Array.isArray(shownValue) && Array.isArray(printed) && shownValue.length === printed.length)
    return shownValue.flatMap((item, index) => differences(`${at}[${index}]`, item, printed[index]))
  const same =
    typeof shownValue === 'string' && typeof printed === 'string'
      ? formOf(shownValue) === formOf(printed)
      : JSON.stringify(shownValue) === JSON.stringify(printed)
  return same ? [] : [`${at}: shown as ${JSON.stringify(shownValue)}, is ${JSON.stringify(printed)}`]
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Members that no two runs have in common. */
const isOwn = (name: string) => /^(?:id|etag|request_id|owner_uuid|epoch|lead_id|next_cursor)$/.test(name)

const formOf = (text: string) =>
  text
    .trim()
    .replace(/(?:a day|\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d\.\d{3}Z/, 'a moment')
    .replace(/mb_(live|test)_\w+/, 'a $1 key')
    .replace(/^http:\/\/localhost(?::\d+)?\//, 'this server/')
    .replace(/(X-RateLimit-Reset: )\d+/, '$1a second')
