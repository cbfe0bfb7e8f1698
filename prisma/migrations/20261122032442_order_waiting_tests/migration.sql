-- DropIndex
DROP INDEX "webhook_deliveries_test_idx";

-- CreateIndex
CREATE INDEX "webhook_deliveries_test_idx" ON "webhook_deliveries"("workspace_id", "endpoint_id", "next_attempt_at") WHERE (kind = 'ping.test' AND (status || '') = 'pending');
