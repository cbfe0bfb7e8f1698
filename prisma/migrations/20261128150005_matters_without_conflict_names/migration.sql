CREATE INDEX CONCURRENTLY IF NOT EXISTS "matters_without_conflict_names_idx" ON "matters"("workspace_id", "id") WHERE (conflict_names IS NULL);
