-- For lists by name: the company, the person or the address.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "clients_workspace_id_name_idx" ON "clients"("workspace_id", (left(lower(normalize(coalesce("company_name", "contact_person", "email", ''), NFKD)), 100) COLLATE "C"), "id");
