CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "invoice_lines_workspace_id_expense_id_key" ON "invoice_lines"("workspace_id", "expense_id");
