-- Those of before the column changed when they were recorded.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payments_workspace_id_updated_at_idx" ON "payments"("workspace_id", (coalesce("updated_at", "created_at")));
