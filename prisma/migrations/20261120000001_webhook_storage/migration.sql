-- Written by hand: what schema.prisma cannot say.
-- These rows are updated a few times each; room in their pages keeps the new versions beside the old ones.
ALTER TABLE "webhook_deliveries" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
ALTER TABLE "webhook_attempts" SET (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE "webhook_endpoints" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);

-- Rows arrive in the order of their age: a page range is summed up as soon as the next one begins.
ALTER INDEX "events_age_idx" SET (autosummarize = on);
ALTER INDEX "webhook_deliveries_age_idx" SET (autosummarize = on);
ALTER INDEX "webhook_attempts_age_idx" SET (autosummarize = on);
