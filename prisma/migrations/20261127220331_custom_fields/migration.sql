-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "custom_fields" JSON;

-- AlterTable
ALTER TABLE "leads" ADD COLUMN     "custom_fields" JSON;

-- AlterTable
ALTER TABLE "matters" ADD COLUMN     "custom_fields" JSON;

-- CreateTable
CREATE TABLE "custom_field_definitions" (
    "workspace_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "resource" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "options" JSONB,
    "group_label" TEXT,
    "position" INTEGER NOT NULL,
    "is_default" BOOLEAN NOT NULL DEFAULT true,
    "is_required" BOOLEAN NOT NULL DEFAULT false,
    "is_filterable" BOOLEAN NOT NULL DEFAULT false,
    "enforce_in_api" BOOLEAN NOT NULL DEFAULT false,
    "archived_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "custom_field_definitions_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "custom_values" (
    "workspace_id" INTEGER NOT NULL,
    "field_id" BIGINT NOT NULL,
    "record_id" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "text_value" TEXT,
    "number_value" DECIMAL,
    "date_value" DATE,

    CONSTRAINT "custom_values_pkey" PRIMARY KEY ("workspace_id","field_id","record_id","place")
);

-- CreateTable
CREATE TABLE "deleted_custom_values" (
    "workspace_id" INTEGER NOT NULL,
    "field_id" BIGINT NOT NULL,
    "record_id" TEXT NOT NULL,
    "value" JSON NOT NULL,

    CONSTRAINT "deleted_custom_values_pkey" PRIMARY KEY ("workspace_id","field_id","record_id")
);

-- CreateIndex
CREATE INDEX "custom_field_definitions_deleted_at_idx" ON "custom_field_definitions"("deleted_at") WHERE (deleted_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "custom_field_definitions_workspace_id_resource_idx" ON "custom_field_definitions"("workspace_id", "resource") WHERE (is_required AND enforce_in_api AND archived_at IS NULL AND deleted_at IS NULL);

-- CreateIndex
CREATE UNIQUE INDEX "custom_field_definitions_workspace_id_resource_key_key" ON "custom_field_definitions"("workspace_id", "resource", "key");

-- CreateIndex
CREATE INDEX "custom_values_workspace_id_field_id_text_value_record_id_idx" ON "custom_values"("workspace_id", "field_id", "text_value", "record_id") WHERE (text_value IS NOT NULL);

-- CreateIndex
CREATE INDEX "custom_values_workspace_id_field_id_number_value_record_id_idx" ON "custom_values"("workspace_id", "field_id", "number_value", "record_id") WHERE (number_value IS NOT NULL);

-- CreateIndex
CREATE INDEX "custom_values_workspace_id_field_id_date_value_record_id_idx" ON "custom_values"("workspace_id", "field_id", "date_value", "record_id") WHERE (date_value IS NOT NULL);

-- The rows of custom_values for one record. Options are stored as objects with their ID. Strings of more than 255 characters
-- have no row, because an entry of an index has a limit of bytes.
CREATE FUNCTION custom_values_of(workspace INTEGER, of_resource TEXT, record TEXT, custom_fields JSON)
RETURNS TABLE (workspace_id INTEGER, field_id BIGINT, record_id TEXT, place INTEGER, text_value TEXT, number_value DECIMAL, date_value DATE)
LANGUAGE sql STABLE AS $$
  SELECT field.workspace_id, field.id, $3, (stored.place - 1)::int,
         CASE WHEN field.type = 'email' THEN lower(plain)
              WHEN field.type IN ('text', 'url', 'boolean', 'user') THEN plain END,
         CASE WHEN field.type IN ('number', 'money', 'select', 'multi_select', 'matter') THEN plain::decimal END,
         CASE WHEN field.type = 'date' THEN plain::date END
  -- Each look into JSON reads all of it, other than into JSONB.
  FROM (SELECT $4::jsonb AS given OFFSET 0) AS read
  CROSS JOIN custom_field_definitions AS field
  CROSS JOIN LATERAL jsonb_array_elements(
    CASE jsonb_typeof(given -> field.key) WHEN 'array' THEN given -> field.key ELSE jsonb_build_array(given -> field.key) END
  ) WITH ORDINALITY AS stored (value, place)
  CROSS JOIN LATERAL (SELECT coalesce(stored.value ->> 'id', stored.value #>> '{}') AS plain) AS text
  WHERE field.workspace_id = $1 AND field.resource = $2 AND field.is_filterable AND field.deleted_at IS NULL
    AND given ? field.key AND char_length(plain) <= 255
$$;

CREATE FUNCTION write_custom_values() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  record TEXT;
  workspace INTEGER := CASE TG_OP WHEN 'DELETE' THEN OLD.workspace_id ELSE NEW.workspace_id END;
BEGIN
  IF TG_TABLE_NAME = 'leads' THEN
    record := CASE TG_OP WHEN 'DELETE' THEN OLD.lead_id ELSE NEW.lead_id END;
  ELSE
    record := CASE TG_OP WHEN 'DELETE' THEN OLD.id ELSE NEW.id END;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM custom_values AS stored USING custom_field_definitions AS field
    WHERE field.workspace_id = workspace AND field.resource = TG_TABLE_NAME
      AND stored.workspace_id = workspace AND stored.field_id = field.id AND stored.record_id = record;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO custom_values SELECT * FROM custom_values_of(workspace, TG_TABLE_NAME, record, NEW.custom_fields);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER matters_custom_fields_added AFTER INSERT ON "matters" FOR EACH ROW
  WHEN (NEW.custom_fields IS NOT NULL) EXECUTE FUNCTION write_custom_values();
CREATE TRIGGER matters_custom_fields_changed AFTER UPDATE ON "matters" FOR EACH ROW
  WHEN (OLD.custom_fields::text IS DISTINCT FROM NEW.custom_fields::text) EXECUTE FUNCTION write_custom_values();
CREATE TRIGGER matters_custom_fields_removed AFTER DELETE ON "matters" FOR EACH ROW
  WHEN (OLD.custom_fields IS NOT NULL) EXECUTE FUNCTION write_custom_values();

CREATE TRIGGER clients_custom_fields_added AFTER INSERT ON "clients" FOR EACH ROW
  WHEN (NEW.custom_fields IS NOT NULL) EXECUTE FUNCTION write_custom_values();
CREATE TRIGGER clients_custom_fields_changed AFTER UPDATE ON "clients" FOR EACH ROW
  WHEN (OLD.custom_fields::text IS DISTINCT FROM NEW.custom_fields::text) EXECUTE FUNCTION write_custom_values();
CREATE TRIGGER clients_custom_fields_removed AFTER DELETE ON "clients" FOR EACH ROW
  WHEN (OLD.custom_fields IS NOT NULL) EXECUTE FUNCTION write_custom_values();

CREATE TRIGGER leads_custom_fields_added AFTER INSERT ON "leads" FOR EACH ROW
  WHEN (NEW.custom_fields IS NOT NULL) EXECUTE FUNCTION write_custom_values();
CREATE TRIGGER leads_custom_fields_changed AFTER UPDATE ON "leads" FOR EACH ROW
  WHEN (OLD.custom_fields::text IS DISTINCT FROM NEW.custom_fields::text) EXECUTE FUNCTION write_custom_values();
CREATE TRIGGER leads_custom_fields_removed AFTER DELETE ON "leads" FOR EACH ROW
  WHEN (OLD.custom_fields IS NOT NULL) EXECUTE FUNCTION write_custom_values();
