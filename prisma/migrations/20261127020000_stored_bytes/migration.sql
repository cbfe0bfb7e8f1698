-- The bytes that an account uploads are counted with the rows, in the same transaction, whichever statement changes them.
-- Creating a trigger holds off writers until the end of the migration, so that what is counted first is exact.

CREATE FUNCTION count_stored_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO storage_usage AS usage (workspace_id, kind, rows, bytes)
    SELECT workspace_id, 'documents', count(*), sum(coalesce(octet_length(content), 0) + coalesce(octet_length(signed_drawing), 0)) FROM added
    GROUP BY workspace_id ORDER BY workspace_id
    ON CONFLICT (workspace_id, kind) DO UPDATE
    SET rows = greatest(usage.rows + excluded.rows, 0), bytes = greatest(usage.bytes + excluded.bytes, 0);
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO storage_usage AS usage (workspace_id, kind, rows, bytes)
    SELECT workspace_id, 'documents', -count(*), -sum(coalesce(octet_length(content), 0) + coalesce(octet_length(signed_drawing), 0)) FROM removed
    GROUP BY workspace_id ORDER BY workspace_id
    ON CONFLICT (workspace_id, kind) DO UPDATE
    SET rows = greatest(usage.rows + excluded.rows, 0), bytes = greatest(usage.bytes + excluded.bytes, 0);
  ELSE
    INSERT INTO storage_usage AS usage (workspace_id, kind, rows, bytes)
    SELECT workspace_id, 'documents', 0, sum(bytes) FROM (
      SELECT workspace_id, coalesce(octet_length(content), 0) + coalesce(octet_length(signed_drawing), 0) AS bytes FROM added
      UNION ALL SELECT workspace_id, -(coalesce(octet_length(content), 0) + coalesce(octet_length(signed_drawing), 0)) FROM removed) AS changed
    GROUP BY workspace_id HAVING sum(bytes) <> 0 ORDER BY workspace_id
    ON CONFLICT (workspace_id, kind) DO UPDATE
    SET rows = greatest(usage.rows + excluded.rows, 0), bytes = greatest(usage.bytes + excluded.bytes, 0);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER documents_added AFTER INSERT ON "documents" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_stored_documents();
CREATE TRIGGER documents_removed AFTER DELETE ON "documents" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_stored_documents();
CREATE TRIGGER documents_changed AFTER UPDATE ON "documents" REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_stored_documents();
INSERT INTO storage_usage (workspace_id, kind, rows, bytes)
SELECT workspace_id, 'documents', count(*), sum(coalesce(octet_length(content), 0) + coalesce(octet_length(signed_drawing), 0)) FROM "documents" GROUP BY workspace_id;

CREATE FUNCTION count_stored_logos() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO storage_usage AS usage (workspace_id, kind, rows, bytes)
    SELECT workspace_id, 'logos', count(*), sum(octet_length(content)) FROM added
    GROUP BY workspace_id ORDER BY workspace_id
    ON CONFLICT (workspace_id, kind) DO UPDATE
    SET rows = greatest(usage.rows + excluded.rows, 0), bytes = greatest(usage.bytes + excluded.bytes, 0);
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO storage_usage AS usage (workspace_id, kind, rows, bytes)
    SELECT workspace_id, 'logos', -count(*), -sum(octet_length(content)) FROM removed
    GROUP BY workspace_id ORDER BY workspace_id
    ON CONFLICT (workspace_id, kind) DO UPDATE
    SET rows = greatest(usage.rows + excluded.rows, 0), bytes = greatest(usage.bytes + excluded.bytes, 0);
  ELSE
    INSERT INTO storage_usage AS usage (workspace_id, kind, rows, bytes)
    SELECT workspace_id, 'logos', 0, sum(bytes) FROM (
      SELECT workspace_id, octet_length(content) AS bytes FROM added
      UNION ALL SELECT workspace_id, -(octet_length(content)) FROM removed) AS changed
    GROUP BY workspace_id HAVING sum(bytes) <> 0 ORDER BY workspace_id
    ON CONFLICT (workspace_id, kind) DO UPDATE
    SET rows = greatest(usage.rows + excluded.rows, 0), bytes = greatest(usage.bytes + excluded.bytes, 0);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER firm_logos_added AFTER INSERT ON "firm_logos" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_stored_logos();
CREATE TRIGGER firm_logos_removed AFTER DELETE ON "firm_logos" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_stored_logos();
CREATE TRIGGER firm_logos_changed AFTER UPDATE ON "firm_logos" REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_stored_logos();
INSERT INTO storage_usage (workspace_id, kind, rows, bytes)
SELECT workspace_id, 'logos', count(*), sum(octet_length(content)) FROM "firm_logos" GROUP BY workspace_id;

CREATE FUNCTION count_stored_mails() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO storage_usage AS usage (workspace_id, kind, rows, bytes)
    SELECT workspace_id, 'mails', count(*), sum(octet_length(message) + coalesce(octet_length(attachment), 0)) FROM added
    GROUP BY workspace_id ORDER BY workspace_id
    ON CONFLICT (workspace_id, kind) DO UPDATE
    SET rows = greatest(usage.rows + excluded.rows, 0), bytes = greatest(usage.bytes + excluded.bytes, 0);
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO storage_usage AS usage (workspace_id, kind, rows, bytes)
    SELECT workspace_id, 'mails', -count(*), -sum(octet_length(message) + coalesce(octet_length(attachment), 0)) FROM removed
    GROUP BY workspace_id ORDER BY workspace_id
    ON CONFLICT (workspace_id, kind) DO UPDATE
    SET rows = greatest(usage.rows + excluded.rows, 0), bytes = greatest(usage.bytes + excluded.bytes, 0);
  ELSE
    INSERT INTO storage_usage AS usage (workspace_id, kind, rows, bytes)
    SELECT workspace_id, 'mails', 0, sum(bytes) FROM (
      SELECT workspace_id, octet_length(message) + coalesce(octet_length(attachment), 0) AS bytes FROM added
      UNION ALL SELECT workspace_id, -(octet_length(message) + coalesce(octet_length(attachment), 0)) FROM removed) AS changed
    GROUP BY workspace_id HAVING sum(bytes) <> 0 ORDER BY workspace_id
    ON CONFLICT (workspace_id, kind) DO UPDATE
    SET rows = greatest(usage.rows + excluded.rows, 0), bytes = greatest(usage.bytes + excluded.bytes, 0);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER mails_added AFTER INSERT ON "mails" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_stored_mails();
CREATE TRIGGER mails_removed AFTER DELETE ON "mails" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_stored_mails();
CREATE TRIGGER mails_changed AFTER UPDATE ON "mails" REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_stored_mails();
INSERT INTO storage_usage (workspace_id, kind, rows, bytes)
SELECT workspace_id, 'mails', count(*), sum(octet_length(message) + coalesce(octet_length(attachment), 0)) FROM "mails" GROUP BY workspace_id;

-- When the records of a workspace were measured last, and whether its account stores more than it may.
ALTER TABLE "storage_usage" ADD COLUMN "measured_at" TIMESTAMPTZ(3);
ALTER TABLE "workspaces" ADD COLUMN "is_full" BOOLEAN NOT NULL DEFAULT false;
