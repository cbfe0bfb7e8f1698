// Edge also names Chrome and Safari, and Chrome names Safari: the first match counts.
const browsers = [/(Edg)e?\/(\d+)/, /(Firefox)\/(\d+)/, /(?:Headless)?(Chrome)\/(\d+)/, /Version\/(\d+).*(Safari)/]
const systems = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS X', 'CrOS', 'Linux']
const names: Readonly<Record<string, string>> = { Edg: 'Edge', 'Mac OS X': 'macOS', CrOS: 'ChromeOS' }

/** A User-Agent in plain words: "Firefox 140 on Windows". What is unknown stays as it is. */
export function describeAgent(agent: string | null): string {
  if (!agent) return 'Unknown'
  const found = browsers.map((pattern) => pattern.exec(agent)).find((match) => match !== null)
  if (!found) return agent.slice(0, 60)
  const words = found.slice(1).toSorted((a, b) => Number(/^\d/.test(a)) - Number(/^\d/.test(b)))
  const browser = words.map((word) => names[word] ?? word).join(' ')
  const system = systems.find((name) => agent.includes(name))
  return system ? `${browser} on ${names[system] ?? system}` : browser
}
