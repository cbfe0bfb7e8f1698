import { isReachable, probe } from './connection.ts'

/** An upgrade removed a file of the app from the server. */
export class PartGone extends Error {}

/**
 * Loads a part of the app from its own file. It waits while the server cannot be reached.
 *
 * @throws {PartGone} if the server responds without the file.
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

/** Resolves when the banner reaches the server again. */
const untilReachable = () =>
  new Promise<void>((resolve) => {
    const resolveIfReachable = () => {
      if (!isReachable.get()) return
      stop()
      resolve()
    }
    const stop = isReachable.subscribe(resolveIfReachable)
    resolveIfReachable()
  })
