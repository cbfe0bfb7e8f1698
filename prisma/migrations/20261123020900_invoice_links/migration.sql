-- CreateTable
CREATE TABLE "invoice_shares" (
    "workspace_id" INTEGER NOT NULL,
    "invoice_id" BIGINT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "token" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "viewed_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invoice_shares_pkey" PRIMARY KEY ("workspace_id","invoice_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "invoice_shares_token_hash_key" ON "invoice_shares"("token_hash");
