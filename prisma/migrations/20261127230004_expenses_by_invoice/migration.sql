CREATE INDEX CONCURRENTLY IF NOT EXISTS "expenses_workspace_id_invoice_id_id_idx" ON "expenses"("workspace_id", "invoice_id", "id");
