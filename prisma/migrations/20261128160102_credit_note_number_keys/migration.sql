CREATE INDEX CONCURRENTLY IF NOT EXISTS "credit_notes_number_key_idx" ON "credit_notes" ("workspace_id", record_number_key("number"));
