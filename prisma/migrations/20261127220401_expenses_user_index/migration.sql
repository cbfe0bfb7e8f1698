CREATE INDEX CONCURRENTLY IF NOT EXISTS "expenses_workspace_id_user_id_id_idx" ON "expenses"("workspace_id", "user_id", "id");
