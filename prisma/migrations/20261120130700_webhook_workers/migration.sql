-- AlterTable
ALTER TABLE "webhook_attempts" ADD COLUMN     "worker" INTEGER;

-- CreateTable
CREATE TABLE "webhook_workers" (
    "id" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_workers_pkey" PRIMARY KEY ("id")
);
