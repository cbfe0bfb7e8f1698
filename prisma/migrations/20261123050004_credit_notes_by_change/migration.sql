-- Those of before the column changed when they were issued.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "credit_notes_workspace_id_updated_at_idx" ON "credit_notes"("workspace_id", (coalesce("updated_at", "created_at")));
