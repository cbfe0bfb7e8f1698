-- AlterTable
ALTER TABLE "request_logs" ADD COLUMN     "operation" TEXT;

-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN     "secret_changed_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "request_logs_bodies_idx" ON "request_logs"("at") WHERE (request_body IS NOT NULL OR response_body IS NOT NULL);

-- CreateIndex
CREATE INDEX "request_logs_errors_idx" ON "request_logs"("workspace_id", "id") WHERE (status >= 400);
