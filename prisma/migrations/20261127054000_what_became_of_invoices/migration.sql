-- When an invoice was voided or written off, and why.
ALTER TABLE "invoices" ADD COLUMN "voided_at" TIMESTAMPTZ(3), ADD COLUMN "written_off_at" TIMESTAMPTZ(3), ADD COLUMN "write_off_reason" TEXT;
