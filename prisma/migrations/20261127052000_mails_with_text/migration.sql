CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_text_idx" ON "mails"("created_at") WHERE (message <> '');
