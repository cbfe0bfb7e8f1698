-- For lists by title, as people look names up.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "documents_workspace_id_title_idx" ON "documents"("workspace_id", (left(lower(normalize(coalesce("title", ''), NFKD)), 100) COLLATE "C"), "document_id");
