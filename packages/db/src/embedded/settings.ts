import { totalmem } from 'node:os'

/** Of every server. */
export const settings = [
  'listen_addresses=127.0.0.1',
  "unix_socket_directories=''",
  'max_connections=200',
  'timezone=UTC',
  'log_timezone=UTC',
  'jit=off',
]

/** Of one that tests throw away. */
export const throwawaySettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  // A password guards nothing there, and to prove that one knows it is a quarter of what a connection takes.
  'scram_iterations=1',
]

/** Of one that keeps data. */
export const keptSettings = () => [`shared_buffers=${buffers()}MB`]

/**
 * MiB in which PostgreSQL keeps pages that were read: an eighth of the memory, which it shares with others. With its own
 * 128 it reads nearly each record anew from the operating system where there are many.
 */
export function buffers(memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)): number {
  return Math.min(2_048, Math.max(128, Math.floor(memory / 8 / 2 ** 20)))
}
