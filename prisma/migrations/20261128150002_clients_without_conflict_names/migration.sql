CREATE INDEX CONCURRENTLY IF NOT EXISTS "clients_without_conflict_names_idx" ON "clients"("workspace_id", "id") WHERE (conflict_names IS NULL);
