/** Imperatives that end like another form of a verb. */
const imperatives = /^(?:\w*(?:eed|ss)|Embed|Shed|Bring|Sing|Ping|String|Swing|Focus|Alias|Bias|Canvas)$/

/** What is wrong with the subject of a commit, in words that follow it; undefined when nothing is. */
export function subjectProblem(subject: string): string | undefined {
  if (subject.length < 12) return 'is shorter than 12 characters'
  if (subject.length > 72) return 'is longer than 72 characters'
  // Robots put a kind in front: "chore(deps): Bump …".
  const text = subject.replace(/^[a-z]+(?:\([\w-]+\))?: /, '')
  if (!/^[A-Z]/.test(text)) return 'must begin with a capital letter'
  if (text.endsWith('.')) return 'must not end with a full stop'
  const [verb = ''] = text.split(/[^\w-]/)
  if (/(?:ed|ing|s)$/.test(verb) && !imperatives.test(verb))
    return `must begin with an imperative, such as "Fix", not "${verb}"`
  return undefined
}
