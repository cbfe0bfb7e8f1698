CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_turn_idx" ON "mails"("workspace_id", "next_attempt_at") WHERE (status = 'pending');
