import { existsSync } from 'node:fs'

// The one without a window of its own first: it does half the work.
const browsers = [
  ...['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`),
  ...['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
]

/**
 * The browser that tests drive. Undefined where there is none, which is said on stderr: such tests are
 * left out there.
 *
 * @throws Error when there is none in CI, where they must run.
 */
export function findBrowser(): string | undefined {
  const found = browsers.find((path) => existsSync(path))
  const missing = `There is no browser in ${browsers.join(', ')}`
  if (!found && process.env['CI']) throw new Error(`${missing}, and CI needs one`)
  if (!found) console.warn(`${missing}: what is tested in one is left out`)
  return found
}
