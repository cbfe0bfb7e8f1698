-- AlterTable
ALTER TABLE "client_billing" ADD COLUMN     "debtor_number" INTEGER;

-- CreateTable
CREATE TABLE "write_offs" (
    "workspace_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "invoice_id" BIGINT NOT NULL,
    "amount" DECIMAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "write_offs_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "accounting_settings" (
    "workspace_id" INTEGER NOT NULL,
    "consultant_number" INTEGER,
    "client_number" INTEGER,
    "fiscal_year_start" TEXT,
    "account_length" INTEGER,
    "chart" TEXT,
    "bank_account" TEXT,
    "write_off_account" TEXT,
    "first_debtor_number" INTEGER,
    "revenue_accounts" JSONB NOT NULL DEFAULT '[]',
    "method_accounts" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "accounting_settings_pkey" PRIMARY KEY ("workspace_id")
);

-- CreateIndex
CREATE INDEX "write_offs_workspace_id_invoice_id_idx" ON "write_offs"("workspace_id", "invoice_id");
