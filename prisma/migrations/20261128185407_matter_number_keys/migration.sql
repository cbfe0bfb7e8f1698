CREATE INDEX CONCURRENTLY IF NOT EXISTS "matters_number_key_idx" ON "matters" ("workspace_id", record_number_key("number")) WHERE number IS NOT NULL;
