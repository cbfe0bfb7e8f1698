-- For lists by hours, entries without them before all others.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "time_entries_workspace_id_duration_idx" ON "time_entries"("workspace_id", (coalesce("duration", -1)), "id");
