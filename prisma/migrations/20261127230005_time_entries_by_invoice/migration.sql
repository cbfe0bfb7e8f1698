CREATE INDEX CONCURRENTLY IF NOT EXISTS "time_entries_workspace_id_invoice_id_id_idx" ON "time_entries"("workspace_id", "invoice_id", "id");
