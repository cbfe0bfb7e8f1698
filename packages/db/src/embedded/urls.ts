const database = 'matterbase'

/** A connection string of the embedded server. */
export function databaseUrl(port: number, user: string, password: string, name: string = database): string {
  return `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`
}

/** That of its superuser, for what only that one may do. */
export const adminUrl = (port: number, password: string, name?: string) =>
  databaseUrl(port, 'matterbase', password, name)
