-- AlterTable
ALTER TABLE "firm_profiles" ADD COLUMN     "signed_copy_days" INTEGER;
