const storedAs = 'matterbase-docs-language'

/** Shows the chosen language in the tabs of every page, now and at the next visit. */
export function keepLanguage(): void {
  addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches('.vp-code-group input')) return
    const { top } = target.getBoundingClientRect()
    localStorage.setItem(storedAs, target.value)
    showLanguage()
    // Tabs above the pressed one can change their height.
    scrollBy({ top: target.getBoundingClientRect().top - top, behavior: 'instant' })
  })
}

/** Selects the tab of the chosen language wherever a page has one. */
export function showLanguage(): void {
  const language = localStorage.getItem(storedAs)
  for (const group of document.querySelectorAll('.vp-code-group')) {
    const inputs = [...group.querySelectorAll('input')]
    const chosen = inputs.findIndex(({ value }) => value === language)
    if (chosen === -1) continue
    for (const [index, input] of inputs.entries()) input.checked = index === chosen
    for (const [index, block] of [...group.querySelectorAll('.blocks > *')].entries())
      block.classList.toggle('active', index === chosen)
  }
}
