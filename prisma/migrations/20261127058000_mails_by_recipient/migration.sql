-- AlterTable
ALTER TABLE "mails" ADD COLUMN     "refused" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "unsent" TEXT[];
