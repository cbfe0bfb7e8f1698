-- For lists by title, as people look names up. Prisma has no word for an index of an expression.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "matters_workspace_id_title_idx" ON "matters"("workspace_id", (left(lower(normalize(coalesce("title", ''), NFKD)), 100) COLLATE "C"), "id");
