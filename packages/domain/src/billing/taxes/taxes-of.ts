import { Prisma } from '@matterbase/db'

/** The decimals of an invoice's amounts: those of its currency, or of the firm's until it is issued. */
export const digitsOn = (workspaceId: number | Prisma.Sql, invoiceId: number | Prisma.Sql) => Prisma.sql`(
  SELECT coalesce(currency_digits, firm_digits(workspace_id)) FROM invoices
  WHERE workspace_id = ${workspaceId} AND invoice_id = ${invoiceId})`

/**
 * The taxes of an invoice's lines, as a statement: for each category and percent the sum of the lines, and the tax on
 * that sum, rounded once, half up.
 */
export const taxesOf = (workspaceId: number | Prisma.Sql, invoiceId: number | Prisma.Sql) => Prisma.sql`
  SELECT tax_category AS category, tax_percent AS percent, sum(net) AS base,
         round(sum(net) * tax_percent * 0.01, ${digitsOn(workspaceId, invoiceId)}) AS tax
  FROM invoice_lines WHERE workspace_id = ${workspaceId} AND invoice_id = ${invoiceId} GROUP BY tax_category, tax_percent`
