// By itself this page is of little use: a link to it means the page around it.
if (parent === globalThis) location.replace(`/docs/api${location.hash}`)

// The origin of this page is opaque: browsers have no storage for it. The reference keeps its settings while it is open.
for (const name of ['localStorage', 'sessionStorage']) {
  const kept = new Map()
  const storage = {
    getItem: (key) => kept.get(String(key)) ?? null,
    setItem: (key, value) => void kept.set(String(key), String(value)),
    removeItem: (key) => void kept.delete(String(key)),
    clear: () => kept.clear(),
    key: (index) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size
    },
  }
  Object.defineProperty(globalThis, name, { value: storage })
}

const { reference } = document.querySelector('script[data-reference]').dataset
// Its validation would try whether it may compile code, which this page's policy refuses.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
// oxlint-disable-next-line import/no-dynamic-require -- The page says where it is: the address holds its version.
const { createApiReference } = await import(reference)

const documentUrl = '/api/v1/openapi.json'

// Each option that is off here would ask another server for something.
const configuration = {
  url: documentUrl,
  customFetch: async (input, init) => {
    const response = await fetch(input, init)
    return response.url === new URL(documentUrl, location.origin).href ? adapted(response) : response
  },
  // Requests go to where this page came from, whatever address the document names.
  servers: [{ url: `${location.origin}/api/v1` }],
  authentication: { preferredSecurityScheme: 'bearer' },
  persistAuth: false,
  defaultOpenAllTags: true,
  documentDownloadType: 'direct',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
}
const page = createApiReference('#reference', configuration)

addEventListener('message', ({ source, data }) => {
  if (source !== parent) return
  if (typeof data?.token === 'string') useKey(data.token)
  if (typeof data?.hash === 'string') location.hash = data.hash
})

function useKey(token) {
  const securitySchemes = { bearer: { token } }
  page.updateConfiguration({ ...configuration, authentication: { ...configuration.authentication, securitySchemes } })
}

const tellHash = () => parent.postMessage({ hash: location.hash }, '*')
addEventListener('hashchange', tellHash)
for (const name of ['pushState', 'replaceState']) {
  const change = history[name].bind(history)
  history[name] = (...args) => {
    change(...args)
    tellHash()
  }
}

// Other pages of this server do not open in a frame.
addEventListener(
  'click',
  ({ target }) => {
    const link = target.closest?.('a[href]')
    if (link && link.pathname !== location.pathname) link.target = '_blank'
  },
  { capture: true },
)

async function adapted(response) {
  const openapi = await response.json()
  openapi.info.description += '\n\n[The guides](/docs/) explain how to use it.'
  fillNothingIn(openapi)
  return Response.json(openapi)
}

/** The reference would send the first value of every filter; optional parameters are the reader's to choose. */
function fillNothingIn(openapi) {
  const operations = Object.values(openapi.paths).flatMap((item) => Object.values(item))
  const own = operations.flatMap(({ parameters = [] }) => parameters)
  for (const parameter of [...own, ...Object.values(openapi.components.parameters)]) {
    if (parameter.required || !parameter.schema) continue
    const { default: initial, enum: values, format, minimum } = parameter.schema
    const moment = format === 'date-time' ? '2026-01-01T00:00:00Z' : undefined
    parameter.examples = { default: { value: initial ?? values?.[0] ?? moment ?? minimum ?? '', 'x-disabled': true } }
  }
}
