type Texts = Readonly<Record<string, string>>

/** The `custom_fields` of a list's query, from the parameter `cf` of its page: `judge=3&court_date_from=2026-12-01`. */
export const customFilters = (cf: string | undefined): Texts | undefined =>
  cf === undefined ? undefined : Object.fromEntries(new URLSearchParams(cf))

/** The parameter `cf` of these filters. Undefined without a filter. */
export const filterParam = (filters: Readonly<Record<string, string | undefined>>): string | undefined => {
  const given = Object.entries(filters).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : []))
  return given.length > 0 ? new URLSearchParams(given).toString() : undefined
}
