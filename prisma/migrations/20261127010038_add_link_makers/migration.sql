-- AlterTable
ALTER TABLE "one_time_links" ADD COLUMN     "by_operator" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "created_by" UUID;
