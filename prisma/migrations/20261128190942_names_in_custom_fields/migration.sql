-- A conflict check finds names in custom fields and metadata as well. Programs of a version before change them without the
-- column. Then the worker computes it again.
DROP TRIGGER "clients_conflict_names" ON "clients";
CREATE TRIGGER "clients_conflict_names" BEFORE UPDATE OF "company_name", "contact_person", "notes", "bio", "custom_fields", "metadata" ON "clients" FOR EACH ROW
  WHEN ((NEW."company_name", NEW."contact_person", NEW."notes", NEW."bio", NEW."custom_fields"::text, NEW."metadata")
    IS DISTINCT FROM (OLD."company_name", OLD."contact_person", OLD."notes", OLD."bio", OLD."custom_fields"::text, OLD."metadata")
    AND NEW."conflict_names" IS NOT DISTINCT FROM OLD."conflict_names")
  EXECUTE FUNCTION "forget_conflict_names"();
DROP TRIGGER "matters_conflict_names" ON "matters";
CREATE TRIGGER "matters_conflict_names" BEFORE UPDATE OF "title", "custom_fields", "metadata" ON "matters" FOR EACH ROW
  WHEN ((NEW."title", NEW."custom_fields"::text, NEW."metadata") IS DISTINCT FROM (OLD."title", OLD."custom_fields"::text, OLD."metadata")
    AND NEW."conflict_names" IS NOT DISTINCT FROM OLD."conflict_names")
  EXECUTE FUNCTION "forget_conflict_names"();
DROP TRIGGER "leads_conflict_names" ON "leads";
CREATE TRIGGER "leads_conflict_names" BEFORE UPDATE OF "first_name", "last_name", "company", "description", "custom_fields", "metadata" ON "leads" FOR EACH ROW
  WHEN ((NEW."first_name", NEW."last_name", NEW."company", NEW."description", NEW."custom_fields"::text, NEW."metadata")
    IS DISTINCT FROM (OLD."first_name", OLD."last_name", OLD."company", OLD."description", OLD."custom_fields"::text, OLD."metadata")
    AND NEW."conflict_names" IS NOT DISTINCT FROM OLD."conflict_names")
  EXECUTE FUNCTION "forget_conflict_names"();

-- The name of the person who decided; null in earlier decisions.
ALTER TABLE "conflict_decisions" ADD COLUMN "decided_by_name" TEXT;
