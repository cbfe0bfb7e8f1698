-- AlterTable
ALTER TABLE "matters" ADD COLUMN     "metadata" JSONB;

-- CreateTable
CREATE TABLE "metadata_values" (
    "workspace_id" INTEGER NOT NULL,
    "resource" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "record_id" BIGINT NOT NULL,

    CONSTRAINT "metadata_values_pkey" PRIMARY KEY ("workspace_id","resource","key","value","record_id")
);

-- The pairs of records that are not deleted, written by the statement that writes the record, whichever it is.
CREATE FUNCTION index_metadata() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  former JSONB;
  latter JSONB;
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL THEN former := OLD.metadata; END IF;
  IF TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL THEN latter := NEW.metadata; END IF;
  IF former IS NOT NULL THEN
    DELETE FROM metadata_values AS stored USING (
      SELECT was.key, was.value FROM jsonb_each_text(former) AS was EXCEPT SELECT now.key, now.value FROM jsonb_each_text(latter) AS now
    ) AS gone
    WHERE stored.workspace_id = OLD.workspace_id AND stored.resource = TG_TABLE_NAME
      AND stored.key = gone.key AND stored.value = gone.value AND stored.record_id = OLD.id;
  END IF;
  IF latter IS NOT NULL THEN
    INSERT INTO metadata_values (workspace_id, resource, key, value, record_id)
    SELECT NEW.workspace_id, TG_TABLE_NAME, now.key, now.value, NEW.id FROM jsonb_each_text(latter) AS now
    EXCEPT
    SELECT NEW.workspace_id, TG_TABLE_NAME, was.key, was.value, NEW.id FROM jsonb_each_text(former) AS was
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER matters_metadata_added AFTER INSERT ON "matters" FOR EACH ROW WHEN (NEW.metadata IS NOT NULL) EXECUTE FUNCTION index_metadata();
CREATE TRIGGER matters_metadata_removed AFTER DELETE ON "matters" FOR EACH ROW WHEN (OLD.metadata IS NOT NULL) EXECUTE FUNCTION index_metadata();
CREATE TRIGGER matters_metadata_changed AFTER UPDATE ON "matters" FOR EACH ROW
  WHEN ((OLD.metadata IS NOT NULL OR NEW.metadata IS NOT NULL) AND (OLD.metadata, OLD.deleted_at) IS DISTINCT FROM (NEW.metadata, NEW.deleted_at))
  EXECUTE FUNCTION index_metadata();
