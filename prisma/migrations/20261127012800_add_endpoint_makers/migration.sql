-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN     "created_by" UUID,
ADD COLUMN     "created_by_key" INTEGER;
