SET LOCAL lock_timeout = '5s';

-- AlterTable
ALTER TABLE "firm_profiles" ADD COLUMN     "increment_minutes" INTEGER;

-- AlterTable
ALTER TABLE "time_entries" ADD COLUMN     "billed_hours" DECIMAL,
ADD COLUMN     "billing_rate" DECIMAL,
ADD COLUMN     "rate_source" TEXT,
ADD COLUMN     "user_id" UUID;

-- CreateTable
CREATE TABLE "rates" (
    "workspace_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "scope" TEXT NOT NULL,
    "target_id" BIGINT,
    "user_id" UUID,
    "amount" DECIMAL NOT NULL,
    "valid_from" DATE,

    CONSTRAINT "rates_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateIndex
CREATE INDEX "rates_workspace_id_scope_target_id_idx" ON "rates"("workspace_id", "scope", "target_id");

-- The rate of an hour that somebody worked on a day: of the matter, the client or the firm, and of each that of the
-- member before that of everybody.
CREATE FUNCTION rate_of(workspace integer, worker uuid, matter bigint, client bigint, worked date, OUT amount numeric, OUT source text)
RETURNS SETOF record LANGUAGE sql STABLE AS $$
  SELECT rate.amount, CASE
      WHEN rate.user_id IS NULL THEN rate.scope
      WHEN rate.scope = 'firm' THEN 'member'
      ELSE rate.scope || '_member' END
  FROM rates AS rate
  WHERE rate.workspace_id = workspace
    AND (rate.scope = 'firm' OR (rate.scope = 'client' AND rate.target_id = client) OR (rate.scope = 'matter' AND rate.target_id = matter))
    AND (rate.user_id IS NULL OR rate.user_id = worker)
    AND (rate.valid_from IS NULL OR rate.valid_from <= worked)
  ORDER BY array_position(ARRAY['matter', 'client', 'firm'], rate.scope), rate.user_id IS NULL, rate.valid_from DESC NULLS LAST
  LIMIT 1
$$;

-- Hours in whole steps, up. They are kept in ten-thousandths: what that lost of a minute begins no further step.
CREATE FUNCTION rounded_hours(hours numeric, step integer) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN step IS NULL THEN hours ELSE trim_scale(round(ceil(round(hours * 60, 2) / step) * step / 60, 4)) END
$$;

-- Digits behind the point that the firm's amounts have.
CREATE FUNCTION firm_digits(workspace integer) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce((SELECT currency_digits FROM firm_profiles WHERE workspace_id = workspace), 2)
$$;
