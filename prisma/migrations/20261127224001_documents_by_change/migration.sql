-- Documents from before the column changed when they were sent.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "documents_workspace_id_updated_at_idx" ON "documents"("workspace_id", (coalesce("updated_at", "created_at")));
