-- See stored_json.
CREATE FUNCTION expense_json(id bigint, case_id bigint, client_id bigint, date date, description text, quantity numeric, unit_price numeric, kind text, vendor text, code text, is_billable boolean, status text, external_id text, created_at timestamptz, updated_at timestamptz)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN concat(
    '{"id":', coalesce(to_json(id)::text, 'null'),
    ',"case_id":', coalesce(to_json(case_id)::text, 'null'),
    ',"client_id":', coalesce(to_json(client_id)::text, 'null'),
    ',"date":', coalesce(to_json(date)::text, 'null'),
    ',"description":', coalesce(to_json(description)::text, 'null'),
    ',"quantity":', coalesce(to_json(quantity)::text, 'null'),
    ',"unit_price":', coalesce(to_json(unit_price)::text, 'null'),
    ',"kind":', coalesce(to_json(kind)::text, 'null'),
    ',"vendor":', coalesce(to_json(vendor)::text, 'null'),
    ',"code":', coalesce(to_json(code)::text, 'null'),
    ',"is_billable":', coalesce(to_json(is_billable)::text, 'null'),
    ',"status":', coalesce(to_json(status)::text, 'null'),
    ',"external_id":', coalesce(to_json(external_id)::text, 'null'),
    ',"created_at":', coalesce('"' || to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null'),
    ',"updated_at":', coalesce('"' || to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null'), '}');
END $$;

-- CreateTable
CREATE TABLE "expenses" (
    "workspace_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "case_id" BIGINT,
    "client_id" BIGINT,
    "date" DATE,
    "description" TEXT,
    "quantity" DECIMAL,
    "unit_price" DECIMAL,
    "kind" TEXT NOT NULL,
    "vendor" TEXT,
    "code" TEXT,
    "is_billable" BOOLEAN NOT NULL,
    "status" TEXT NOT NULL,
    "external_id" TEXT,
    "user_id" UUID,
    "words" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "expenses_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateIndex
CREATE INDEX "expenses_workspace_id_updated_at_idx" ON "expenses"("workspace_id", "updated_at");

-- CreateIndex
CREATE INDEX "expenses_workspace_id_created_at_idx" ON "expenses"("workspace_id", "created_at");

-- CreateIndex
CREATE INDEX "expenses_workspace_id_status_id_idx" ON "expenses"("workspace_id", "status", "id");

-- CreateIndex
CREATE INDEX "expenses_workspace_id_case_id_id_idx" ON "expenses"("workspace_id", "case_id", "id");

-- CreateIndex
CREATE INDEX "expenses_workspace_id_client_id_id_idx" ON "expenses"("workspace_id", "client_id", "id");

-- CreateIndex
CREATE INDEX "expenses_words_idx" ON "expenses" USING GIN ("words");

-- CreateIndex
CREATE UNIQUE INDEX "expenses_workspace_id_external_id_key" ON "expenses"("workspace_id", "external_id") WHERE (deleted_at IS NULL);

ALTER TABLE "expenses" ADD COLUMN "json" TEXT NOT NULL
  GENERATED ALWAYS AS (expense_json(id, case_id, client_id, date, description, quantity, unit_price, kind, vendor, code, is_billable, status, external_id, created_at, updated_at)) STORED;
