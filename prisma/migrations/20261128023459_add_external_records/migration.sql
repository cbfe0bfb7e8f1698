-- CreateTable
CREATE TABLE "external_records" (
    "workspace_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "resource" TEXT NOT NULL,
    "resource_id" BIGINT NOT NULL,
    "external_id" TEXT,
    "words" TEXT[],
    "metadata" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "external_records_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateIndex
CREATE INDEX "external_records_workspace_id_updated_at_idx" ON "external_records"("workspace_id", "updated_at");

-- CreateIndex
CREATE INDEX "external_records_workspace_id_created_at_idx" ON "external_records"("workspace_id", "created_at");

-- CreateIndex
CREATE INDEX "external_records_workspace_id_resource_id_idx" ON "external_records"("workspace_id", "resource", "id");

-- CreateIndex
CREATE INDEX "external_records_workspace_id_resource_id_id_idx" ON "external_records"("workspace_id", "resource_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "external_records_workspace_id_external_id_key" ON "external_records"("workspace_id", "external_id") WHERE (deleted_at IS NULL);

-- CreateIndex
CREATE UNIQUE INDEX "external_records_workspace_id_resource_resource_id_key" ON "external_records"("workspace_id", "resource", "resource_id") WHERE (deleted_at IS NULL);

CREATE TRIGGER external_records_metadata_added AFTER INSERT ON "external_records" FOR EACH ROW WHEN (NEW.metadata IS NOT NULL) EXECUTE FUNCTION index_metadata();
CREATE TRIGGER external_records_metadata_removed AFTER DELETE ON "external_records" FOR EACH ROW WHEN (OLD.metadata IS NOT NULL) EXECUTE FUNCTION index_metadata();
CREATE TRIGGER external_records_metadata_changed AFTER UPDATE ON "external_records" FOR EACH ROW
  WHEN ((OLD.metadata IS NOT NULL OR NEW.metadata IS NOT NULL) AND (OLD.metadata, OLD.deleted_at) IS DISTINCT FROM (NEW.metadata, NEW.deleted_at))
  EXECUTE FUNCTION index_metadata();
