/** The page of the documentation for each page of the dashboard: a path below `docs/`, without `.md`. */
export const helpPages = {
  '/': 'user-guide/set-up-your-firm',
  '/matters': 'user-guide/matters-and-clients',
  '/matters/$id': 'user-guide/matters-and-clients',
  '/clients': 'user-guide/matters-and-clients',
  '/clients/$id': 'user-guide/matters-and-clients',
  '/time': 'user-guide/record-time',
  '/invoices': 'user-guide/bill-a-matter',
  '/invoices/new': 'user-guide/bill-a-matter',
  '/invoices/$id': 'user-guide/bill-a-matter',
  '/accounting': 'user-guide/accounting-export',
  '/leads': 'user-guide/handle-a-lead',
  '/leads/form': 'user-guide/handle-a-lead',
  '/leads/$id': 'user-guide/handle-a-lead',
  '/documents': 'user-guide/get-a-document-signed',
  '/documents/$id': 'user-guide/get-a-document-signed',
  '/dev': 'start/connect-to-a-server',
  '/dev/keys': 'api/authentication',
  '/dev/keys/$id': 'api/authentication',
  '/dev/webhooks': 'webhooks/quickstart',
  '/dev/webhooks/$id': 'webhooks/delivery-and-retries',
  '/dev/events': 'webhooks/events',
  '/dev/events/$id': 'webhooks/events',
  '/dev/logs': 'api/dashboard-tools',
  '/dev/lab': 'webhooks/verify',
  '/dev/inbox': 'webhooks/local-testing',
  '/settings/profile': 'user-guide/roles-and-sign-in',
  '/settings/security': 'user-guide/roles-and-sign-in',
  '/settings/workspace': 'start/concepts',
  '/settings/firm': 'user-guide/set-up-your-firm',
  '/settings/accounting': 'user-guide/accounting-export',
  '/settings/custom-fields': 'user-guide/custom-fields',
  '/settings/members': 'user-guide/roles-and-sign-in',
  '/settings/audit': 'user-guide/roles-and-sign-in',
  '/settings/data': 'user-guide/import-from-csv',
} as const

/** The start page of the documentation, which this server serves. */
const documentation = '/docs'

/** The reference of the REST API, which this server serves. */
export const apiReference = '/docs/api'

const isPage = (route: string): route is keyof typeof helpPages => Object.hasOwn(helpPages, route)

/** The address of the help for a route such as `/matters/$id`. */
export const helpAddress = (route: string): string =>
  isPage(route) ? `${documentation}/${helpPages[route]}` : documentation

export const openInNewTab = (address: string) => void window.open(address, '_blank', 'noopener,noreferrer')

export const openDocumentation = () => openInNewTab(documentation)
export const openApiReference = () => openInNewTab(apiReference)
