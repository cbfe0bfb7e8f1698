import type { Demo } from './apart/demo.ts'

/** The addresses, the login and the test key. Printed before the API runs, so that a script which waits for it has them. */
export function describeStart(publicUrl: string, demo: Demo | null, setupUrl: string | null): string {
  const rows = [
    ['API', `${publicUrl}/api/v1`],
    ['Dashboard', `${publicUrl}/`],
    ['Docs', `${publicUrl}/docs`],
  ]
  const demoRows = demo
    ? [
        ['Sign in as', describeLogin(demo)],
        ['Test key', describeKey(demo)],
        ['Live key', `in ${demo.file}`],
      ]
    : []
  const setupRows = setupUrl === null ? [] : [['First user', `${setupUrl} (works once, for 30 minutes)`]]
  const hint = demo ? [] : ['', 'Create an API key: npx pnpm@12 matterbase keys create --help']
  return [
    '',
    'Matterbase is starting …',
    '',
    ...[...rows, ...demoRows, ...setupRows].map(([label = '', value]) => `  ${label.padEnd(12)}${value}`),
    ...hint,
    '',
    'Try it when it is running:',
    '',
    `  ${describeCurl(publicUrl, demo)}`,
    '',
  ].join('\n')
}

/** Printed when the API is ready. */
export const runningLine = 'Matterbase is running. Press Ctrl-C to stop it.'

// A secret is printed once: journald and Docker keep what a start prints.
function describeLogin({ email, password, isNew, file }: Demo): string {
  if (password === null) return email
  return isNew ? `${email}, password ${password} (shown only now, also in ${file})` : `${email}, password in ${file}`
}

const describeKey = ({ testKey, isNew, file }: Demo) =>
  isNew ? `${testKey} (shown only now, also in ${file})` : `in ${file}`

/** A line that works as it is pasted. */
function describeCurl(publicUrl: string, demo: Demo | null): string {
  const address = `${publicUrl}/api/v1/me`
  if (demo && !demo.isNew)
    return `(. ${quote(demo.file)}; curl -H "Authorization: Bearer $MATTERBASE_TEST_API_KEY" ${address})`
  return `curl -H 'Authorization: Bearer ${demo?.testKey ?? '<your key>'}' ${address}`
}

const quote = (path: string) => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`)
