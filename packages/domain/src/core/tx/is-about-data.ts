/**
 * PostgreSQL's classes of errors that one row can cause, and what it says of statements after the one that was refused:
 * nothing was written, and without it the others may go through.
 */
export const isAboutData = (error: unknown) =>
  /^(?:21|22|23|25P02|40|P0)/.test(String((error as { code?: unknown }).code))
