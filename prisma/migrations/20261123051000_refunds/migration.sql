-- CreateTable
CREATE TABLE "refunds" (
    "workspace_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "client_id" BIGINT NOT NULL,
    "amount" DECIMAL NOT NULL,
    "currency" TEXT,
    "paid_on" DATE NOT NULL,
    "method" TEXT,
    "reference" TEXT,
    "request_key" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "refunds_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "refund_shares" (
    "workspace_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "refund_id" BIGINT NOT NULL,
    "payment_id" BIGINT,
    "credit_note_id" BIGINT,
    "amount" DECIMAL NOT NULL,

    CONSTRAINT "refund_shares_pkey" PRIMARY KEY ("workspace_id","id"),
    CONSTRAINT "refund_shares_of_one" CHECK (num_nonnulls(payment_id, credit_note_id) = 1)
);

-- CreateIndex
CREATE INDEX "refunds_workspace_id_client_id_idx" ON "refunds"("workspace_id", "client_id");

-- CreateIndex
CREATE UNIQUE INDEX "refunds_workspace_id_request_key_key" ON "refunds"("workspace_id", "request_key");

-- CreateIndex
CREATE INDEX "refund_shares_workspace_id_refund_id_idx" ON "refund_shares"("workspace_id", "refund_id");

-- CreateIndex
CREATE INDEX "refund_shares_workspace_id_payment_id_idx" ON "refund_shares"("workspace_id", "payment_id");

-- CreateIndex
CREATE INDEX "refund_shares_workspace_id_credit_note_id_idx" ON "refund_shares"("workspace_id", "credit_note_id");
