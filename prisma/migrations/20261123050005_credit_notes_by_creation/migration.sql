CREATE INDEX CONCURRENTLY IF NOT EXISTS "credit_notes_workspace_id_created_at_idx" ON "credit_notes"("workspace_id", "created_at");
