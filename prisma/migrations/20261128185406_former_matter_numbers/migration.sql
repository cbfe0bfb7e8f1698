-- The numbers that matters had before, compared as the numbers of matters are.
CREATE TABLE "former_matter_numbers" (
    "workspace_id" INTEGER NOT NULL,
    "number_key" TEXT COLLATE "C" NOT NULL,
    "matter_id" BIGINT NOT NULL,

    CONSTRAINT "former_matter_numbers_pkey" PRIMARY KEY ("workspace_id","number_key")
);

-- A trigger, so that programs of the version before keep the numbers too.
CREATE FUNCTION "keep_matter_number"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO former_matter_numbers (workspace_id, number_key, matter_id)
  SELECT NEW.workspace_id, record_number_key(OLD.number), NEW.id ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER "matters_former_number" AFTER UPDATE OF "number" ON "matters" FOR EACH ROW
  WHEN (OLD."number" IS DISTINCT FROM NEW."number" AND OLD."number" IS NOT NULL)
  EXECUTE FUNCTION "keep_matter_number"();
