CREATE INDEX CONCURRENTLY IF NOT EXISTS "matters_workspace_id_originating_user_id_id_idx" ON "matters"("workspace_id", "originating_user_id", "id");
