/** The text of a page without its code. */
export const withoutCode = (page: string) => page.replaceAll(/```[\s\S]*?```/g, '').replaceAll(/`[^`\n]*`/g, 'X')

/** The sentences of a page, without code, tables, headings and link targets. */
function proseOf(page: string): string {
  return withoutCode(page)
    .replaceAll(/^\s*\|.*$/gm, '')
    .replaceAll(/^#.*$/gm, '')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/<[^>]+>/g, '')
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
const wordsOf = (text: string) => count(text, /[\w'’-]+/g)

const whatClause = /\bwhat (?:is|was|are|were|has|have|it|they|you|an?|the|comes?|came|goes|must)\b(?![^.?!]*\?)/gi
const midSentenceColon = /\w: (?=[a-z])/

export interface Voice {
  /** Words of the whole page, code left out. */
  readonly words: number
  /** Words of its prose: without tables and headings. */
  readonly prose: number
  readonly you: number
  readonly whatClauses: number
  readonly sentences: number
  readonly colons: number
}

export function voiceOf(page: string): Voice {
  const prose = proseOf(page)
  const sentences = prose.split(/(?<=[.!?])\s+|\n\s*\n|\n\s*[-*\d]/).filter((sentence) => /\w/.test(sentence))
  return {
    words: wordsOf(withoutCode(page)),
    prose: wordsOf(prose),
    you: count(prose, /\byou(?:rs?|rself)?\b/gi),
    whatClauses: count(prose, whatClause),
    sentences: sentences.length,
    colons: sentences.filter((sentence) => midSentenceColon.test(sentence.replaceAll('\n', ' '))).length,
  }
}
