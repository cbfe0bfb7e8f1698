-- CreateTable
CREATE TABLE "backup_runs" (
    "taken_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "backup_runs_pkey" PRIMARY KEY ("taken_at")
);

-- CreateTable
CREATE TABLE "number_confirmations" (
    "workspace_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "restored_at" TIMESTAMPTZ(3) NOT NULL,
    "next" TEXT,
    "confirmed_at" TIMESTAMPTZ(3),

    CONSTRAINT "number_confirmations_pkey" PRIMARY KEY ("workspace_id","kind")
);
