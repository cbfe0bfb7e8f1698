-- For lists by amount.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "invoices_workspace_id_total_amount_invoice_id_idx" ON "invoices"("workspace_id", "total_amount", "invoice_id");
