/**
 * Like Promise.all; but when one fails, the others have ended too. A statement that came after the end of its
 * transaction would be in another one.
 */
export async function allEnded<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}
