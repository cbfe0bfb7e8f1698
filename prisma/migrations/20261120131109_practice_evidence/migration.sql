-- AlterTable
ALTER TABLE "documents" ADD COLUMN     "created_by" TEXT;

-- CreateTable
CREATE TABLE "conflict_decisions" (
    "workspace_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "lead_id" UUID NOT NULL,
    "decision" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "matches" INTEGER NOT NULL,
    "decided_by" TEXT NOT NULL,
    "decided_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "conflict_decisions_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateIndex
CREATE INDEX "conflict_decisions_workspace_id_lead_id_id_idx" ON "conflict_decisions"("workspace_id", "lead_id", "id");
