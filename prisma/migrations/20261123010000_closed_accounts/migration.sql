-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "closed_at" TIMESTAMPTZ(3),
ADD COLUMN     "delete_after" TIMESTAMPTZ(3);
