import type { Demo } from './apart/demo.ts'

/** What a start says once everything runs. */
export function describeStart(publicUrl: string, demo: Demo | null, setupUrl: string | null): string {
  const rows = [
    ['API', `${publicUrl}/api/v1`],
    ['Dashboard', `${publicUrl}/`],
    ['Docs', `${publicUrl}/docs`],
  ]
  const demoRows = demo
    ? [
        ['Sign in as', describeLogin(demo)],
        ['Demo key', `${demo.key} (also in ${demo.file})`],
      ]
    : []
  const setupRows = setupUrl === null ? [] : [['First user', `${setupUrl} (good once, for 30 minutes)`]]
  const key = demo?.key ?? '<your key>'
  const hint = demo ? [] : ['', 'Make a key: npx pnpm@12 matterbase keys create --help']
  return [
    '',
    'Matterbase is running; Ctrl-C stops it.',
    '',
    ...[...rows, ...demoRows, ...setupRows].map(([label = '', value]) => `  ${label.padEnd(12)}${value}`),
    ...hint,
    '',
    'Try it:',
    '',
    `  curl -H 'Authorization: Bearer ${key}' ${publicUrl}/api/v1/me`,
    '',
  ].join('\n')
}

/** The password is shown once: what a terminal printed is kept in logs and seen over shoulders. */
function describeLogin({ email, password, isNew, file }: Demo): string {
  if (password === null) return email
  return isNew ? `${email}, password ${password} (shown only now; kept in ${file})` : `${email}, password in ${file}`
}
