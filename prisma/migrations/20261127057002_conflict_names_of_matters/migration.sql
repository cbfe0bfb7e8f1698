CREATE INDEX CONCURRENTLY IF NOT EXISTS "matters_name_vector_idx" ON "matters" USING GIN ((name_vector("workspace_id", "title", NULL))) WITH (gin_pending_list_limit = 512);
