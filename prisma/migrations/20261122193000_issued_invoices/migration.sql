SET LOCAL lock_timeout = '5s';

-- AlterTable
ALTER TABLE "invoice_lines" RENAME COLUMN "hours" TO "quantity";
ALTER TABLE "invoice_lines" RENAME COLUMN "rate" TO "unit_price";
ALTER TABLE "invoice_lines" RENAME COLUMN "amount" TO "net";
ALTER TABLE "invoice_lines" ADD COLUMN     "discount_percent" DECIMAL,
ADD COLUMN     "kind" TEXT,
ADD COLUMN     "tax_category" TEXT NOT NULL DEFAULT 'O',
ADD COLUMN     "tax_percent" DECIMAL NOT NULL DEFAULT 0,
ADD COLUMN     "worked_on" DATE;

UPDATE invoice_lines SET kind = CASE WHEN time_entry_id IS NULL THEN 'fee' ELSE 'time' END;
UPDATE invoice_lines AS line SET worked_on = firm_day(line.workspace_id, coalesce(entry.start_time, entry.created_at))
FROM time_entries AS entry WHERE entry.workspace_id = line.workspace_id AND entry.id = line.time_entry_id;
ALTER TABLE "invoice_lines" ALTER COLUMN "kind" SET NOT NULL;

-- AlterTable
ALTER TABLE "invoices" ADD COLUMN     "credited" DECIMAL NOT NULL DEFAULT 0,
ADD COLUMN     "currency" TEXT,
ADD COLUMN     "currency_digits" INTEGER,
ADD COLUMN     "frozen" JSON,
ADD COLUMN     "written_off" DECIMAL NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "tax_rates" (
    "workspace_id" INTEGER NOT NULL,
    "place" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "percent" DECIMAL NOT NULL,
    "reason" TEXT,

    CONSTRAINT "tax_rates_pkey" PRIMARY KEY ("workspace_id","place")
);

-- CreateTable
CREATE TABLE "number_series" (
    "workspace_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "last" TEXT NOT NULL,

    CONSTRAINT "number_series_pkey" PRIMARY KEY ("workspace_id","kind")
);

-- CreateIndex
CREATE UNIQUE INDEX "tax_rates_workspace_id_category_percent_key" ON "tax_rates"("workspace_id", "category", "percent");

-- Numbers went on from that of the newest invoice.
INSERT INTO number_series (workspace_id, kind, last)
SELECT DISTINCT ON (workspace_id) workspace_id, 'invoice', invoice_number FROM invoices WHERE deleted_at IS NULL
ORDER BY workspace_id, invoice_id DESC;
