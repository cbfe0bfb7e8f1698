-- AlterTable
ALTER TABLE "invoice_lines" ADD COLUMN     "expense_id" BIGINT;
