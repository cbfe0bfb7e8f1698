CREATE INDEX CONCURRENTLY IF NOT EXISTS "credit_notes_workspace_id_issued_idx" ON "credit_notes"("workspace_id", "issued");
