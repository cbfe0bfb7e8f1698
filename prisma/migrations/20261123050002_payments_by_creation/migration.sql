CREATE INDEX CONCURRENTLY IF NOT EXISTS "payments_workspace_id_created_at_idx" ON "payments"("workspace_id", "created_at");
