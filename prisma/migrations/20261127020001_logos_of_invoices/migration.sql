CREATE INDEX CONCURRENTLY IF NOT EXISTS "invoices_logo_idx" ON "invoices"("workspace_id", ((frozen #>> '{seller,logo}'))) WHERE ((frozen #>> '{seller,logo}') IS NOT NULL);
