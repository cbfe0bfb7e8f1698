import type { Culprit, Requests, Send } from './requests.ts'

/** One way of doing harm. */
export interface Kind {
  /** Parallel requests. */
  parallel: number
  prepare(requests: Requests, culprit: Culprit): Promise<Send> | Send
}

const mebibyte = 1_048_576

/** Large answers that their reader does not take. */
export const unreadKinds: Record<string, Kind> = {
  '100 largest pages, unread': {
    parallel: 100,
    async prepare({ api, unread }, { baseUrl, key }) {
      await largeMatters(api)
      const authorization = `Bearer ${key}`
      return async (n) => {
        const since = new Date(Date.UTC(2001, 0, 1) + n).toISOString()
        const status = await unread(`${baseUrl}/matters?limit=60&sort=-id&created_since=${since}`, { authorization })
        await new Promise((resolve) => setTimeout(resolve, 1_000))
        return status
      }
    },
  },
  '95 largest pages at once, unread': {
    parallel: 95,
    async prepare({ api, unread }, { baseUrl, key }) {
      await largeMatters(api)
      const authorization = `Bearer ${key}`
      return async () => {
        const status = await unread(`${baseUrl}/matters?limit=60&sort=-id`, { authorization })
        // All of them again in the next second.
        await new Promise((resolve) => setTimeout(resolve, 1_000 - (Date.now() % 1_000)))
        return status
      }
    },
  },
  '80 files to sign, unread': {
    parallel: 80,
    async prepare({ dash, unread, origin }) {
      const document = { title: 'Long', signer_name: 'A', signer_email: 'a@example.com', text: 'x' }
      const { text } = await dash('POST', '/documents', document)
      const { data, url } = JSON.parse(text) as { data: { document_id: number }; url: string }
      await dash('PUT', `/documents/${data.document_id}/content`, 'long '.repeat(2 * mebibyte))
      const file = `${origin}${new URL(url).pathname}/file`
      let asked = 0
      return async () => {
        // So many stay open.
        const status = asked++ < 80 ? await unread(file) : 200
        await new Promise((resolve) => setTimeout(resolve, 1_000))
        return status
      }
    },
  },
}

/** 60 of them are as many as a page of 4 MiB has. */
async function largeMatters(api: Requests['api']): Promise<void> {
  const description = 'x'.repeat(65_000)
  for (let from = 0; from < 60; from += 10) {
    const data = Array.from({ length: 10 }, (_, n) => ({
      external_id: `large-${from + n}`,
      title: 'Large',
      description,
    }))
    await api('POST', '/matters/bulk', { data })
  }
}
