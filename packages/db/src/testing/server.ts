declare module 'vitest' {
  interface ProvidedContext {
    /** A connection string of the run's PostgreSQL. */
    matterbaseDatabase: string
  }
}

/** The migrated database that every test database is a copy of. */
export const template = 'matterbase_template'

/** The server's maintenance database. */
export function adminUrl(url: string): string {
  const admin = new URL(url)
  admin.pathname = 'postgres'
  return admin.href
}
