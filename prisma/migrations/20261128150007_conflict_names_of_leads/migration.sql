CREATE INDEX CONCURRENTLY IF NOT EXISTS "leads_conflict_names_idx" ON "leads" USING GIN ("conflict_names") WITH (gin_pending_list_limit = 512);
