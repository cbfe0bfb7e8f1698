import type { WriteStream } from 'node:tty'

import type { Tally } from './import-matters.ts'

const redrawMs = 100
const width = 30

export interface Progress {
  show(tally: Tally): void
  end(): void
}

/** A progress bar. Prints nothing if the output is not a terminal. */
export function progressBar(stream: WriteStream, total: number): Progress {
  if (!stream.isTTY) return { show() {}, end() {} }
  let drawnAt = 0
  let last = ''
  const draw = (line: string) => stream.write(`\r\u001b[K${line}`)
  return {
    show({ created, updated, unchanged, failed }) {
      const done = created + updated + unchanged + failed
      const filled = Math.round((width * done) / Math.max(1, total))
      last = `${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${done}/${total}${failed > 0 ? `, ${failed} failed` : ''}`
      if (Date.now() - drawnAt < redrawMs) return
      drawnAt = Date.now()
      draw(last)
    },
    end() {
      draw(`${last}\n`)
    },
  }
}
