-- The rows that are there, and those of the week to come, are to become one partition, without anybody waiting for a
-- look at each of them: that needs to be known of them before. A week is room for an upgrade that was ended in the
-- middle; and while workers of the version before run, whose deletes by ctid would meet rows of other partitions, there
-- are none in these.
DO $$
BEGIN
  EXECUTE format('ALTER TABLE request_logs ADD CONSTRAINT request_logs_bound CHECK (at < %L::timestamptz) NOT VALID',
                 date_trunc('day', now(), 'UTC') + interval '192 hours');
END
$$;
