-- For lists by status.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "leads_workspace_id_status_lead_id_idx" ON "leads"("workspace_id", "status", "lead_id");
