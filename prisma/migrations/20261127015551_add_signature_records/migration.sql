-- AlterTable
ALTER TABLE "documents" ADD COLUMN     "signature_number" INTEGER,
ADD COLUMN     "signed_in_as" TEXT,
ADD COLUMN     "signed_proof" TEXT;

-- CreateTable
CREATE TABLE "signature_records" (
    "workspace_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "document_id" BIGINT NOT NULL,
    "record" TEXT NOT NULL,
    "previous_hash" BYTEA,
    "hash" BYTEA NOT NULL,
    "seal" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "signature_records_pkey" PRIMARY KEY ("workspace_id","number")
);

-- CreateIndex
CREATE UNIQUE INDEX "signature_records_workspace_id_document_id_key" ON "signature_records"("workspace_id", "document_id");
