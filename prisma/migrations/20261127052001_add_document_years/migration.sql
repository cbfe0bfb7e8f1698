-- AlterTable
ALTER TABLE "firm_profiles" ADD COLUMN     "document_years" INTEGER;
