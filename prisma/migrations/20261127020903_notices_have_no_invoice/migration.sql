-- AlterTable
ALTER TABLE "mails" ALTER COLUMN "invoice_id" DROP NOT NULL;
