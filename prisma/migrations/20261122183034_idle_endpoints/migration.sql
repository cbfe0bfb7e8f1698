-- CreateIndex
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries"("next_attempt_at") WHERE (('' || status) = 'pending');

-- CreateIndex
CREATE INDEX "webhook_endpoints_settling_idx" ON "webhook_endpoints"("id") WHERE (skip_held_until IS NOT NULL) OR (resume_held_until IS NOT NULL);

-- CreateIndex
CREATE INDEX "webhook_endpoints_previous_secret_idx" ON "webhook_endpoints"("previous_secret_expires_at") WHERE (previous_secret_expires_at IS NOT NULL);
