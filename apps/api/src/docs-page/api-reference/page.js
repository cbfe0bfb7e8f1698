import { offerTestKey } from './test-key.js'

const frame = document.querySelector('iframe')

// The reference's own place is in its address: links to it go by the address of this page.
addEventListener('message', ({ source, data }) => {
  if (source !== frame.contentWindow || typeof data?.hash !== 'string') return
  history.replaceState(null, '', data.hash.startsWith('#') ? data.hash : location.pathname)
})
addEventListener('hashchange', () => frame.contentWindow.postMessage({ hash: location.hash }, '*'))
frame.src = `/docs/api/frame${location.hash}`

// The frame's origin is opaque, so no other name of it than "*" exists. What is sent is a key of the test workspace.
await offerTestKey((token) => frame.contentWindow.postMessage({ token }, '*'))
