-- For lists by day, those without one after all others.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "expenses_workspace_id_date_idx" ON "expenses"("workspace_id", (coalesce("date", 'infinity'::date)), "id");
