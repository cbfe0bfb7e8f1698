CREATE INDEX CONCURRENTLY IF NOT EXISTS "matters_workspace_id_responsible_user_id_id_idx" ON "matters"("workspace_id", "responsible_user_id", "id");
