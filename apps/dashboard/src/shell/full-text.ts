/** What is cut off says all of it in a tooltip, where it has none of its own. */
export function showFullText() {
  document.addEventListener('mouseover', ({ target }) => {
    const cut = target instanceof Element && target.closest<HTMLElement>('.truncate, .line-clamp-2')
    if (!cut || (cut.title && cut.title !== cut.dataset['full'])) return
    const isCut = cut.scrollWidth > cut.clientWidth || cut.scrollHeight > cut.clientHeight
    cut.title = cut.dataset['full'] = isCut ? cut.innerText : ''
  })
}
