-- For lists by score.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "leads_workspace_id_score_lead_id_idx" ON "leads"("workspace_id", "score", "lead_id");
