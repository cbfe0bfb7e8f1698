CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "matters_workspace_id_number_key" ON "matters"("workspace_id", "number") WHERE (number IS NOT NULL);
