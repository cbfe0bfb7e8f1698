CREATE INDEX CONCURRENTLY IF NOT EXISTS "allocations_spent_idx" ON "allocations"("workspace_id", "spent_on") WHERE (spent_on IS NOT NULL);
