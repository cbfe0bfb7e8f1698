-- For lists by when documents were sent.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "documents_workspace_id_created_at_idx" ON "documents"("workspace_id", "created_at");
