import { totalmem } from 'node:os'

/** Settings of every server. */
export const settings = [
  'listen_addresses=127.0.0.1',
  "unix_socket_directories=''",
  'max_connections=200',
  'timezone=UTC',
  'log_timezone=UTC',
  'jit=off',
]

/** Settings of a server for tests. */
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

/** Settings of a server that keeps data. */
export const keptSettings = () => [`shared_buffers=${buffers()}MB`]

/**
 * `shared_buffers` in MiB: an eighth of the memory, because other processes need the rest. With PostgreSQL's default of
 * 128, large tables are read from the operating system for nearly every record.
 */
export function buffers(memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)): number {
  return Math.min(2_048, Math.max(128, Math.floor(memory / 8 / 2 ** 20)))
}
