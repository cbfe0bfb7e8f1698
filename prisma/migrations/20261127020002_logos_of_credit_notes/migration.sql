CREATE INDEX CONCURRENTLY IF NOT EXISTS "credit_notes_logo_idx" ON "credit_notes"("workspace_id", ((frozen #>> '{seller,logo}'))) WHERE ((frozen #>> '{seller,logo}') IS NOT NULL);
