-- Null for a document that has not changed since it was sent.
ALTER TABLE "documents" ADD COLUMN "updated_at" TIMESTAMPTZ(3);

-- What readers of `updated_since` need of a deleted document.
CREATE TABLE "deleted_documents" (
    "workspace_id" INTEGER NOT NULL,
    "document_id" BIGINT NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deleted_documents_pkey" PRIMARY KEY ("workspace_id","document_id")
);

CREATE INDEX "deleted_documents_workspace_id_deleted_at_idx" ON "deleted_documents"("workspace_id", "deleted_at");
