CREATE INDEX CONCURRENTLY IF NOT EXISTS "matters_workspace_id_billing_method_id_idx" ON "matters"("workspace_id", "billing_method", "id") WHERE (billing_method IS NOT NULL);
