-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "requires_two_factor" BOOLEAN NOT NULL DEFAULT false;
