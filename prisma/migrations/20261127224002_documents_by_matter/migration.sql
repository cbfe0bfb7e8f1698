CREATE INDEX CONCURRENTLY IF NOT EXISTS "documents_workspace_id_case_id_document_id_idx" ON "documents"("workspace_id", "case_id", "document_id");
