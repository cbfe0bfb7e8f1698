/** Copies a code block when its button is pressed. The theme's own handler writes HTML, which the policy refuses. */
export function copyOnPress(): void {
  addEventListener(
    'click',
    (event) => {
      const button = event.target
      if (!(button instanceof HTMLElement) || !button.matches('div[class*="language-"] > button.copy')) return
      event.stopImmediatePropagation()
      void copyBlockOf(button)
    },
    { capture: true },
  )
}

async function copyBlockOf(button: HTMLElement): Promise<void> {
  const block = button.parentElement
  const code = block?.querySelector('pre')?.textContent.trimEnd() ?? ''
  await copy(block?.classList.contains('language-console') ? commandsOf(code) : code)
  button.classList.add('copied')
  setTimeout(() => button.classList.remove('copied'), 2000)
}

/** The commands of a `console` block, without their prompts and the lines that they print. */
function commandsOf(code: string): string {
  let isCommand = false
  const lines = code.split('\n').flatMap((line) => {
    const isStart = line.startsWith('$ ')
    const isContinued = isCommand && line !== ''
    isCommand = (isStart || isContinued) && line.endsWith('\\')
    if (isStart) return [line.slice(2)]
    return isContinued ? [line.replace(/^> /, '')] : []
  })
  return lines.join('\n')
}

async function copy(text: string): Promise<void> {
  // Browsers offer the clipboard only on localhost and over HTTPS.
  if (globalThis.isSecureContext) return navigator.clipboard.writeText(text)
  const box = document.createElement('textarea')
  box.value = text
  document.body.append(box)
  box.select()
  document.execCommand('copy')
  box.remove()
}
