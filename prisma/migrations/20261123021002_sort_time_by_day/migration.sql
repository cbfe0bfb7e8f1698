-- For lists by day, and for the hours of a day.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "time_entries_workspace_id_day_idx" ON "time_entries"("workspace_id", (coalesce("start_time", "created_at")), "id");
