CREATE INDEX CONCURRENTLY IF NOT EXISTS "invoices_workspace_id_due_date_invoice_id_idx" ON "invoices"("workspace_id", "due_date", "invoice_id");
