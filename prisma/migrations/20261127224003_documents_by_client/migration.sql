CREATE INDEX CONCURRENTLY IF NOT EXISTS "documents_workspace_id_client_id_document_id_idx" ON "documents"("workspace_id", "client_id", "document_id");
