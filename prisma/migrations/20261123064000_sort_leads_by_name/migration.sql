-- For lists by name, as people look names up: the person, the company or the address.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "leads_workspace_id_name_idx" ON "leads"("workspace_id", (left(lower(normalize(coalesce("first_name" || ' ' || "last_name", "first_name", "last_name", "company", "email", ''), NFKD)), 100) COLLATE "C"), "lead_id");
