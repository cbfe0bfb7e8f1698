-- The request log in partitions of a day, which go whole when they are too old. The table so far becomes the first of
-- them as it lies; programs of the version before write and read by the same name.

-- The partitions of a table by time, and between which moments their rows lie. The first has no beginning; the one for
-- what fits nowhere else has no end either.
CREATE FUNCTION partitions_of(partitioned regclass) RETURNS TABLE (name regclass, since timestamptz, until timestamptz) LANGUAGE sql STABLE AS $$
  SELECT inhrelid::regclass, substring(bound FROM 'FROM \(''([^'']+)''\)')::timestamptz, substring(bound FROM 'TO \(''([^'']+)''\)')::timestamptz
  FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid CROSS JOIN LATERAL pg_get_expr(relpartbound, inhrelid) AS bound
  WHERE inhparent = partitioned
$$;

-- The days from today (UTC) for which a table has no partition.
CREATE FUNCTION days_without_partition(partitioned regclass, ahead integer) RETURNS SETOF timestamptz LANGUAGE sql STABLE AS $$
  SELECT day FROM generate_series(0, ahead) AS n CROSS JOIN LATERAL (SELECT date_trunc('day', now(), 'UTC') + n * interval '24 hours') AS of (day)
  WHERE NOT EXISTS (SELECT FROM partitions_of(partitioned) WHERE coalesce(since, '-infinity') <= day AND until > day)
$$;

-- Makes the partitions for them; not for a day that has rows already, which lie where what fits nowhere else does.
-- Whoever comes second waits, and finds nothing left to do.
CREATE FUNCTION make_partitions(partitioned regclass, ahead integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  parent record;
  day timestamptz;
  is_begun boolean;
  made integer := 0;
BEGIN
  IF NOT EXISTS (SELECT FROM days_without_partition(partitioned, ahead)) THEN
    RETURN 0;
  END IF;
  EXECUTE format('LOCK TABLE ONLY %s IN ACCESS EXCLUSIVE MODE', partitioned);
  SELECT relnamespace::regnamespace AS schema, relname, attname AS key INTO parent
  FROM pg_class JOIN pg_partitioned_table ON partrelid = oid JOIN pg_attribute ON attrelid = oid AND attnum = partattrs[0]
  WHERE oid = partitioned;
  FOR day IN SELECT * FROM days_without_partition(partitioned, ahead) LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %1$s WHERE %2$I >= %3$L AND %2$I < %4$L)', partitioned, parent.key, day,
                   day + interval '24 hours') INTO is_begun;
    CONTINUE WHEN is_begun;
    EXECUTE format('CREATE TABLE %s.%I PARTITION OF %s FOR VALUES FROM (%L) TO (%L)', parent.schema,
                   parent.relname || to_char(day AT TIME ZONE 'UTC', '_YYYYMMDD'), partitioned, day, day + interval '24 hours');
    made := made + 1;
  END LOOP;
  RETURN made;
END
$$;

LOCK TABLE "request_logs" IN ACCESS EXCLUSIVE MODE;

ALTER TABLE "request_logs" RENAME TO "request_logs_before";
ALTER TABLE "request_logs_before" DROP CONSTRAINT "request_logs_pkey",
    ADD CONSTRAINT "request_logs_before_pkey" PRIMARY KEY USING INDEX "request_logs_before_pkey";
-- As PostgreSQL would name them.
ALTER INDEX "request_logs_workspace_id_request_id_idx" RENAME TO "request_logs_before_workspace_id_request_id_idx";
ALTER INDEX "request_logs_workspace_id_api_key_id_id_idx" RENAME TO "request_logs_before_workspace_id_api_key_id_id_idx";
ALTER INDEX "request_logs_age_idx" RENAME TO "request_logs_before_at_idx";
ALTER INDEX "request_logs_bodies_idx" RENAME TO "request_logs_before_at_idx1";
ALTER INDEX "request_logs_errors_idx" RENAME TO "request_logs_before_workspace_id_id_idx";

CREATE TABLE "request_logs" (
    LIKE "request_logs_before" INCLUDING DEFAULTS,

    CONSTRAINT "request_logs_pkey" PRIMARY KEY ("workspace_id", "id", "at")
) PARTITION BY RANGE ("at");
ALTER SEQUENCE "request_logs_id_seq" OWNED BY "request_logs"."id";
CREATE INDEX "request_logs_workspace_id_request_id_idx" ON "request_logs"("workspace_id", "request_id");
CREATE INDEX "request_logs_workspace_id_api_key_id_id_idx" ON "request_logs"("workspace_id", "api_key_id", "id");
CREATE INDEX "request_logs_age_idx" ON "request_logs" USING BRIN ("at");
CREATE INDEX "request_logs_bodies_idx" ON "request_logs"("at") WHERE (request_body IS NOT NULL OR response_body IS NOT NULL);
CREATE INDEX "request_logs_errors_idx" ON "request_logs"("workspace_id", "id") WHERE (status >= 400);

DO $$
DECLARE
  until timestamptz;
BEGIN
  -- Where it is empty, nothing keeps the first day from being today.
  IF EXISTS (SELECT FROM request_logs_before) THEN
    SELECT substring(pg_get_constraintdef(oid) FROM '''([^'']+)''')::timestamptz INTO until
    FROM pg_constraint WHERE conrelid = 'request_logs_before'::regclass AND conname = 'request_logs_bound';
  ELSE
    until := date_trunc('day', now(), 'UTC');
  END IF;
  EXECUTE format('ALTER TABLE request_logs ATTACH PARTITION request_logs_before FOR VALUES FROM (MINVALUE) TO (%L)', until);
END
$$;
ALTER TABLE "request_logs_before" DROP CONSTRAINT "request_logs_bound";
-- An insert finds a place, whatever its time is.
CREATE TABLE "request_logs_other" PARTITION OF "request_logs" DEFAULT;
SELECT make_partitions('request_logs', 3);
