CREATE INDEX CONCURRENTLY IF NOT EXISTS "matters_conflict_names_idx" ON "matters" USING GIN ("conflict_names") WITH (gin_pending_list_limit = 512);
