-- Numbers in the order of their bytes, so that the index finds those that begin with the same text.
ALTER TABLE "matters" ADD COLUMN     "billing_method" TEXT,
ADD COLUMN     "number" TEXT COLLATE "C",
ADD COLUMN     "originating_user_id" UUID,
ADD COLUMN     "responsible_user_id" UUID;

-- AlterTable
ALTER TABLE "workspaces" ADD COLUMN     "matter_numbers" TEXT;

-- CreateTable
CREATE TABLE "matter_number_counts" (
    "workspace_id" INTEGER NOT NULL,
    "counted" TEXT NOT NULL,
    "last" BIGINT NOT NULL,

    CONSTRAINT "matter_number_counts_pkey" PRIMARY KEY ("workspace_id","counted")
);
