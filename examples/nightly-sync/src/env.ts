/** @throws {Error} if the variable is missing. */
export function readDatabaseUrl(): string {
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('DATABASE_URL is required. Set it to the PostgreSQL database of the copy')
  return url
}
