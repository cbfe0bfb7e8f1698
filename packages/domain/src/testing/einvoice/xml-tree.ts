/** An element of XML with what is in it. */
export interface XmlElement {
  readonly name: string
  readonly attributes: string
  readonly text: string
  /** The elements below it by their names, without prefixes: `all('SellerTradeParty', 'Name')`. */
  all(...path: string[]): readonly XmlElement[]
  /** The text of the first one; empty if it does not exist. */
  textAt(...path: string[]): string
}

interface Open {
  readonly name: string
  readonly attributes: string
  readonly below: XmlElement[]
  text: string
}

/** Reads XML as e-invoices are written: elements and texts. @throws Error where it does not close what it opens. */
export function readXml(xml: string): XmlElement {
  const open: Open[] = [{ name: '', attributes: '', below: [], text: '' }]
  for (const [, end, name = '', attributes = '', text = ''] of xml.matchAll(
    /<(?:(\/?)([\w:]+)([^>]*)|\?[^>]*)>|([^<]+)/g,
  )) {
    const here = open.at(-1)
    if (end === '') open.push({ name: name.replace(/^\w+:/, ''), attributes, below: [], text: '' })
    else if (end === '/') close(open, name.replace(/^\w+:/, ''))
    else if (here) here.text += text
  }
  const [root] = open
  if (open.length !== 1 || !root) throw new Error(`<${open.at(-1)?.name}> is not closed`)
  return elementOf(root)
}

function close(open: Open[], name: string) {
  const closed = open.pop()
  if (closed?.name !== name) throw new Error(`<${closed?.name}> is closed by </${name}>`)
  open.at(-1)?.below.push(elementOf(closed))
}

function elementOf({ name, attributes, below, text }: Open): XmlElement {
  const all = (...[first, ...rest]: string[]): readonly XmlElement[] => {
    const found = below.filter((one) => one.name === first)
    return rest.length === 0 ? found : found.flatMap((one) => one.all(...rest))
  }
  return { name, attributes, text: text.trim(), all, textAt: (...path) => all(...path)[0]?.text ?? '' }
}
