/** @throws {Error} with one sentence that names the variable */
export function readDatabaseUrl(): string {
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('DATABASE_URL is missing: the PostgreSQL that holds the copy')
  return url
}
