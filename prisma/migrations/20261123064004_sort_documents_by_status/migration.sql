-- For lists by status.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "documents_workspace_id_status_document_id_idx" ON "documents"("workspace_id", "status", "document_id");
