import { isReachable, probe } from './connection.ts'

/** A file of the app is not on the server: an upgrade has replaced it. */
export class PartGone extends Error {}

/**
 * Loads a part of the app that is a file of its own. While the server is away it waits for it, which the banner says.
 *
 * @throws {PartGone} when the server is there and the file is not.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    if (await probe()) throw new PartGone('Matterbase was upgraded. Reload the page.', { cause })
  }
  await untilReachable()
  return loadPart(load)
}

/** The banner asks until the server is there again. */
const untilReachable = () =>
  new Promise<void>((resolve) => {
    const goOn = () => {
      if (!isReachable.get()) return
      stop()
      resolve()
    }
    const stop = isReachable.subscribe(goOn)
    goOn()
  })
