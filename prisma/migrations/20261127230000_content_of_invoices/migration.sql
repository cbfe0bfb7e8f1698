-- AlterTable
ALTER TABLE "invoices" ADD COLUMN     "bill_to" JSON,
ADD COLUMN     "client_reference" TEXT,
ADD COLUMN     "language" TEXT,
ADD COLUMN     "net_amount" DECIMAL,
ADD COLUMN     "period_from" DATE,
ADD COLUMN     "period_to" DATE,
ADD COLUMN     "sent_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "expenses" ADD COLUMN     "invoice_id" BIGINT;

-- AlterTable
ALTER TABLE "time_entries" ADD COLUMN     "invoice_id" BIGINT;
