-- CreateTable
CREATE TABLE "payments" (
    "workspace_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "client_id" BIGINT,
    "amount" DECIMAL NOT NULL,
    "currency" TEXT,
    "paid_on" DATE NOT NULL,
    "method" TEXT,
    "reference" TEXT,
    "request_key" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payments_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "credit_notes" (
    "workspace_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "number" TEXT NOT NULL,
    "invoice_id" BIGINT NOT NULL,
    "client_id" BIGINT,
    "issued" DATE NOT NULL,
    "total" DECIMAL NOT NULL,
    "currency" TEXT,
    "frozen" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "credit_notes_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "allocations" (
    "workspace_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "payment_id" BIGINT,
    "credit_note_id" BIGINT,
    "invoice_id" BIGINT NOT NULL,
    "amount" DECIMAL NOT NULL,

    CONSTRAINT "allocations_pkey" PRIMARY KEY ("workspace_id","id"),
    CONSTRAINT "allocations_of_one" CHECK (num_nonnulls(payment_id, credit_note_id) = 1)
);

-- CreateIndex
CREATE INDEX "payments_workspace_id_client_id_idx" ON "payments"("workspace_id", "client_id");

-- CreateIndex
CREATE UNIQUE INDEX "payments_workspace_id_request_key_key" ON "payments"("workspace_id", "request_key");

-- CreateIndex
CREATE INDEX "credit_notes_workspace_id_invoice_id_idx" ON "credit_notes"("workspace_id", "invoice_id");

-- CreateIndex
CREATE INDEX "credit_notes_workspace_id_client_id_idx" ON "credit_notes"("workspace_id", "client_id");

-- CreateIndex
CREATE UNIQUE INDEX "credit_notes_workspace_id_number_key" ON "credit_notes"("workspace_id", "number");

-- CreateIndex
CREATE INDEX "allocations_workspace_id_invoice_id_idx" ON "allocations"("workspace_id", "invoice_id");

-- CreateIndex
CREATE INDEX "allocations_workspace_id_payment_id_idx" ON "allocations"("workspace_id", "payment_id");

-- CreateIndex
CREATE INDEX "allocations_workspace_id_credit_note_id_idx" ON "allocations"("workspace_id", "credit_note_id");

-- What is issued is in the currency that its firm has by now.
UPDATE invoices SET currency = firm.currency, currency_digits = firm.currency_digits
FROM firm_profiles AS firm
WHERE firm.workspace_id = invoices.workspace_id AND invoices.status <> 'draft' AND invoices.currency IS NULL AND firm.currency IS NOT NULL;
