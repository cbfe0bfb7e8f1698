import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const matter = (members: object) => JSON.stringify({ data: { id: 1, ...members } })

/** Answers /matters/1 with the headers it was sent, leaves the body of /matters/2 half done, and redirects /matters/3. */
export async function startOddService() {
  const server = createServer(({ url, headers }, response) => {
    if (url === '/matters/3') return response.writeHead(302, { location: '/matters/1' }).end()
    response.writeHead(200, { 'content-type': 'application/json' })
    return url === '/matters/1' ? response.end(matter({ title: JSON.stringify(headers) })) : response.write('{"data":')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
