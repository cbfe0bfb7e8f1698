-- A workspace has any number of test inboxes: the dashboard's, and one for each listener.

-- AlterTable
ALTER TABLE "test_inboxes" DROP CONSTRAINT "test_inboxes_pkey",
ADD COLUMN     "seen_at" TIMESTAMPTZ(3),
ADD CONSTRAINT "test_inboxes_pkey" PRIMARY KEY ("workspace_id", "endpoint_id");

-- CreateIndex
CREATE INDEX "test_inboxes_seen_at_idx" ON "test_inboxes"("seen_at");

-- AlterTable
-- Until now a workspace had one inbox at most, so what it received was received there.
DELETE FROM "inbox_requests" AS request WHERE NOT EXISTS (SELECT FROM "test_inboxes" AS inbox WHERE inbox."workspace_id" = request."workspace_id");
ALTER TABLE "inbox_requests" ADD COLUMN     "endpoint_id" BIGINT;
UPDATE "inbox_requests" AS request SET "endpoint_id" = inbox."endpoint_id" FROM "test_inboxes" AS inbox WHERE inbox."workspace_id" = request."workspace_id";
ALTER TABLE "inbox_requests" ALTER COLUMN "endpoint_id" SET NOT NULL,
DROP CONSTRAINT "inbox_requests_pkey",
ADD CONSTRAINT "inbox_requests_pkey" PRIMARY KEY ("workspace_id", "endpoint_id", "id");
