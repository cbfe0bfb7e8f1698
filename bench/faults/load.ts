import { setTimeout as delay } from 'node:timers/promises'

export interface Load {
  /** When each answer came, what it was, and what was to be made. */
  readonly answers: readonly Answer[]
  stop(): Promise<void>
}

interface Answer {
  readonly at: number
  /** A status, or what was wrong instead. */
  readonly what: string
  readonly title: string
}

const now = () => performance.timeOrigin + performance.now()

/** Writers that make one matter after the other, each at another API than the last, whatever comes of it. */
export function startLoad(apis: readonly { baseUrl: string }[], key: string, writers: number): Load {
  const answers: Answer[] = []
  const stopping = new AbortController()
  const write = async (writer: number) => {
    for (let n = 0; !stopping.signal.aborted; n++) {
      const title = `${writer}-${n}`
      const what = await post(apis[(writer + n) % apis.length]?.baseUrl ?? '', key, title)
      answers.push({ at: now(), what, title })
      await delay(20)
    }
  }
  const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  return {
    answers,
    async stop() {
      stopping.abort()
      await writing
    },
  }
}

async function post(baseUrl: string, key: string, title: string): Promise<string> {
  try {
    const response = await fetch(`${baseUrl}/matters`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title }),
      signal: AbortSignal.timeout(30_000),
    })
    await response.arrayBuffer()
    return String(response.status)
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'no answer in 30 s' : 'no connection'
  }
}

/** How many of so many requests at once a key's limit lets through, spread over the APIs. */
export async function countAllowed(
  { apis }: { apis: readonly { baseUrl: string }[] },
  key: string,
  count: number,
): Promise<number> {
  const ask = async (n: number) => {
    const { status } = await fetch(`${apis[n % apis.length]?.baseUrl}/me`, {
      headers: { authorization: `Bearer ${key}` },
    })
    return status === 200 ? 1 : 0
  }
  const allowed = await Promise.all(Array.from({ length: count }, (_, n) => ask(n)))
  return allowed.reduce((sum: number, one) => sum + one, 0)
}
