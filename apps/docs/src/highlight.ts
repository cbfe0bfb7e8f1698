const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character)

const comments = {
  slashes: String.raw`(?<comment>\/\/.*|\/\*[^]*?\*\/)`,
  hashes: String.raw`(?<comment>(?<![^\s])#.*)`,
}
const string = String.raw`(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|${'`[^`]*`'})`
const name = String.raw`(?<name>"(?:[^"\\\n]|\\.)*"(?=\s*:))`
const words =
  'as|async|await|case|catch|class|const|def|else|export|extends|false|fn|for|from|func|function|if|import|in|interface|let|match|new|nil|none|null|of|package|private|public|readonly|return|static|throw|true|try|type|undefined|use|using|var|void|while|with'
const keyword = String.raw`(?<keyword>\b(?:${words}|-?\d+(?:\.\d+)?)\b)`

const rulesOf = (...rules: readonly string[]) => new RegExp(rules.join('|'), 'gi')

const slashed = rulesOf(comments.slashes, string, keyword)
const hashed = rulesOf(comments.hashes, string)
const json = rulesOf(name, string, keyword)
const python = rulesOf(comments.hashes, string, keyword)

const languages: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    ['js', 'ts', 'tsx', 'jsx', 'go', 'java', 'csharp', 'cs', 'rust', 'php'].map((l) => [l, slashed]),
  ),
  ...Object.fromEntries(
    ['sh', 'bash', 'console', 'yaml', 'ini', 'toml', 'dockerfile', 'nginx'].map((l) => [l, hashed]),
  ),
  json,
  python,
  py: python,
  ruby: python,
}

/**
 * Colours comments, strings, field names and keywords by classes, so that pages need no styles of their own. A grammar
 * for each language makes the build three times as long.
 */
export function highlight(code: string, language: string): string {
  const rules = languages[language]
  return `<pre v-pre tabindex="0"><code>${rules ? coloured(code.trimEnd(), rules) : escaped(code.trimEnd())}\n</code></pre>`
}

function coloured(code: string, rules: RegExp): string {
  let [html, at] = ['', 0]
  for (const { 0: text, index, groups = {} } of code.matchAll(rules)) {
    const [kind] = Object.entries(groups).find(([, found]) => found !== undefined) ?? []
    html += `${escaped(code.slice(at, index))}<span class="${kind}">${escaped(text)}</span>`
    at = index + text.length
  }
  return html + escaped(code.slice(at))
}
