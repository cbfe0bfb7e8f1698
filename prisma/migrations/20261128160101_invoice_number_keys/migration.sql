CREATE INDEX CONCURRENTLY IF NOT EXISTS "invoices_number_key_idx" ON "invoices" ("workspace_id", record_number_key("invoice_number"));
