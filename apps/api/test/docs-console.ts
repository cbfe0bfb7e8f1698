/** A command of a `console` block, and the lines that it prints as the page shows them. */
export interface Command {
  readonly command: string
  readonly output: readonly string[]
}

/** The commands of a `console` block: lines after `$`, continued after a backslash, then the output of each. */
export function commandsOf(code: string): Command[] {
  const commands: { command: string; output: string[] }[] = []
  for (const line of code.replace(/\n$/, '').split('\n')) {
    const last = commands.at(-1)
    if (line.startsWith('$ ')) commands.push({ command: line.slice(2), output: [] })
    else if (last?.command.endsWith('\\') && last.output.length === 0) last.command += `\n${line.replace(/^> /, '')}`
    else last?.output.push(line)
  }
  return commands
}

/** Whether the block shows the command's output. Output that a test cannot produce belongs in a `text` block after it. */
export const isRun = ({ output }: Command) => output.length > 0

/**
 * Compares printed lines with shown lines. Numbers, times, IDs and API keys of every run differ. `…` matches any
 * text, and alone on a line for any lines.
 */
export function isPrinted(shown: readonly string[], printed: string): boolean {
  const lines = shown.map((line) => (line.trim() === '…' ? '(?:.*\\n)*?' : `${patternOf(line)}[ \\t\\r]*\\n`))
  return new RegExp(`^\\n*${lines.join('')}\\n*$`).test(`${printed.trimEnd()}\n`)
}

const patternOf = (line: string) =>
  line
    .trimEnd()
    .replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
    .replaceAll(/mb_(live|test)_\w+|[\da-f]{8}-[\da-f-]{27}|\d+| {2,}|…/g, (found, environment?: string) => {
      if (environment) return String.raw`mb_${environment}_\w+`
      if (found === '…') return '.*'
      if (found.startsWith(' ')) return ' +'
      return found.includes('-') ? String.raw`[\da-f-]{36}` : String.raw`\d+`
    })

const call = /^\s*(?:[A-Z_]+=\S*\s+)*(?:npx pnpm@12 |\S+ apps\/cli\/bin\/)?matterbase(?:\.js)?\s+(.*)$/s

/** The calls of `matterbase` in a command, each as the words after its name. */
export function callsOf(command: string): string[][] {
  const parts = command.replaceAll('\\\n', ' ').split(/&&|\|\||[;|)]|\$\(/)
  return parts.flatMap((part) => {
    const words = call.exec(part)?.[1]
    return words === undefined ? [] : [words.trim().split(/\s+/)]
  })
}

/** Paths of the repository that a command names, up to a wildcard. */
export const pathsOf = (command: string): string[] =>
  [...command.matchAll(/(?<![\w/.-])(?:apps|bench|deploy|docs|examples|packages|scripts)\/[\w./-]+/g)].map(
    ([path]) => path,
  )
