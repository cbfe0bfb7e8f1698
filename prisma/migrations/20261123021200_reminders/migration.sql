-- AlterTable
ALTER TABLE "firm_profiles" ADD COLUMN     "reminder_days" TEXT;
