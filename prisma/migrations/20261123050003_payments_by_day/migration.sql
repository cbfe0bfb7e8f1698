CREATE INDEX CONCURRENTLY IF NOT EXISTS "payments_workspace_id_paid_on_idx" ON "payments"("workspace_id", "paid_on");
