CREATE INDEX CONCURRENTLY IF NOT EXISTS "invoices_workspace_id_issue_date_invoice_id_idx" ON "invoices"("workspace_id", "issue_date", "invoice_id");
