-- For the worker, which must find nothing to do without looking at all accounts.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "accounts_delete_after_idx" ON "accounts"("delete_after") WHERE (delete_after IS NOT NULL);
