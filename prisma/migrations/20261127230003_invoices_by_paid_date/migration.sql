CREATE INDEX CONCURRENTLY IF NOT EXISTS "invoices_workspace_id_paid_date_invoice_id_idx" ON "invoices"("workspace_id", "paid_date", "invoice_id");
