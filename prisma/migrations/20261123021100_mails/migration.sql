-- CreateTable
CREATE TABLE "mails" (
    "workspace_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "invoice_id" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "request_key" TEXT NOT NULL,
    "recipients" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "from_name" TEXT NOT NULL,
    "reply_to" TEXT,
    "subject" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "link" BYTEA NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "message_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "lease_id" UUID,
    "lease_until" TIMESTAMPTZ(3),
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "created_by" TEXT,

    CONSTRAINT "mails_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateIndex
CREATE INDEX "mails_workspace_id_invoice_id_id_idx" ON "mails"("workspace_id", "invoice_id", "id");

-- CreateIndex
CREATE INDEX "mails_pending_idx" ON "mails"("next_attempt_at") WHERE (status = 'pending');

-- CreateIndex
CREATE INDEX "mails_lease_idx" ON "mails"("lease_until") WHERE (status = 'sending');

-- CreateIndex
CREATE UNIQUE INDEX "mails_workspace_id_request_key_key" ON "mails"("workspace_id", "request_key");
