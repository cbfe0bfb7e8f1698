CREATE INDEX CONCURRENTLY IF NOT EXISTS "clients_conflict_names_idx" ON "clients" USING GIN ("conflict_names") WITH (gin_pending_list_limit = 512);
