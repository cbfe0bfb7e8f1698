import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { connect as connectTls } from 'node:tls'
import { isLoopback } from '@matterbase/config'
import { countMails } from '@matterbase/domain'
import { explain } from '../explain.ts'
import { count } from '../count.ts'
import { ok, problem } from './finding.ts'
import type { Check, Outcome } from './finding.ts'

const timeoutMs = 5_000
const patienceSeconds = 120

/** Checks that emails can be sent, and counts pending ones. */
export const checkMail: Check = async ({ db, env }) => {
  const { due, oldest_due_seconds: seconds } = await countMails(db)
  const server = await askServer(env)
  if (seconds < patienceSeconds) return [server]
  return [
    server,
    problem(
      `${count(due, 'email')} waiting; the oldest has been due for ${Math.round(seconds)} s`,
      'check that a worker runs with SMTP_URL and MAIL_FROM, and read its log',
    ),
  ]
}

interface Settings {
  readonly SMTP_URL?: string | undefined
  readonly MAIL_FROM?: string | undefined
}

async function askServer({ SMTP_URL: address, MAIL_FROM: from }: Settings): Promise<Outcome> {
  if (address === undefined || from === undefined)
    return ok('not set up: members copy the links of invoices; set SMTP_URL and MAIL_FROM to send emails')
  const url = new URL(address)
  try {
    return judgeOffers(url, from, await greet(url))
  } catch (error) {
    return problem(
      `the mail server ${url.host} does not answer (${explain(error)}): emails wait`,
      'start it, allow connections from this machine, or correct SMTP_URL for the api and the worker',
    )
  }
}

/** As in the worker: a password goes to another machine encrypted, or not at all. */
export function judgeOffers({ protocol, username, hostname, host }: URL, from: string, offers: readonly string[]) {
  const needsTls = protocol === 'smtp:' && username !== '' && !isLoopback(hostname)
  if (needsTls && !offers.some((offer) => /^STARTTLS$/i.test(offer)))
    return problem(
      `the mail server ${host} offers no TLS, and SMTP_URL has a password: no email is sent`,
      'turn on STARTTLS there, use smtps://, or use another mail server',
    )
  return ok(`${host} accepts connections for ${from}; user name and password are checked with the first email`)
}

/** Greets a mail server and disconnects. @returns its extensions. */
async function greet({ protocol, hostname, port }: URL): Promise<string[]> {
  const isTls = protocol === 'smtps:'
  const host = hostname.replaceAll(/[[\]]/g, '')
  const at = { host, port: Number(port) || (isTls ? 465 : 587) }
  const socket: Socket = isTls ? connectTls({ ...at, servername: host }) : connect(at)
  // The errors reach the promises that wait for the socket.
  socket.on('error', () => socket.destroy())
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect', { signal })
    const lines = createInterface({ input: socket, signal })[Symbol.asyncIterator]()
    await readAnswer(lines)
    socket.write('EHLO localhost\r\n')
    const [, ...offers] = await readAnswer(lines)
    socket.write('QUIT\r\n')
    return offers
  } finally {
    socket.destroy()
  }
}

/** `250-PIPELINING`, `250 STARTTLS`: the last line has no hyphen. */
async function readAnswer(lines: AsyncIterator<string>): Promise<string[]> {
  const texts: string[] = []
  for (;;) {
    const { value, done } = await lines.next()
    if (done === true) throw new Error('it closed the connection')
    const [, code = '', more, text = ''] = /^(\d{3})([ -]?)(.*)$/.exec(value) ?? []
    if (!code.startsWith('2')) throw new Error(`it said ${value.slice(0, 200)}`)
    texts.push(text)
    if (more !== '-') return texts
  }
}
