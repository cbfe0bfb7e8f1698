CREATE INDEX CONCURRENTLY IF NOT EXISTS "leads_without_conflict_names_idx" ON "leads"("workspace_id", "lead_id") WHERE (conflict_names IS NULL);
