-- The primary key of a partitioned table has the column that it is partitioned by.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "request_logs_before_pkey" ON "request_logs"("workspace_id", "id", "at");
