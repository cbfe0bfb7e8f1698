-- Every record has its JSON beside it, as it is answered: to build it costs more than all else that a list reads.
-- PostgreSQL makes it whenever a row is written, whoever writes it. The functions are immutable in fact: the moments
-- are written in UTC, and JSON has one form of dates. pg_dump restores without a search_path: they name nothing of ours.

CREATE FUNCTION matter_json(id bigint, title text, description text, case_category text, service_type text, status text, official_case_number text, case_type text, client_id bigint, estimated_hours numeric, estimated_budget_min numeric, estimated_budget_max numeric, start_date date, end_date date, external_id text, created_at timestamptz, updated_at timestamptz)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN concat(
    '{"id":', coalesce(to_json(id)::text, 'null'),
    ',"title":', coalesce(to_json(title)::text, 'null'),
    ',"description":', coalesce(to_json(description)::text, 'null'),
    ',"case_category":', coalesce(to_json(case_category)::text, 'null'),
    ',"service_type":', coalesce(to_json(service_type)::text, 'null'),
    ',"status":', coalesce(to_json(status)::text, 'null'),
    ',"official_case_number":', coalesce(to_json(official_case_number)::text, 'null'),
    ',"case_type":', coalesce(to_json(case_type)::text, 'null'),
    ',"client_id":', coalesce(to_json(client_id)::text, 'null'),
    ',"estimated_hours":', coalesce(to_json(estimated_hours)::text, 'null'),
    ',"estimated_budget_min":', coalesce(to_json(estimated_budget_min)::text, 'null'),
    ',"estimated_budget_max":', coalesce(to_json(estimated_budget_max)::text, 'null'),
    ',"start_date":', coalesce(to_json(start_date)::text, 'null'),
    ',"end_date":', coalesce(to_json(end_date)::text, 'null'),
    ',"external_id":', coalesce(to_json(external_id)::text, 'null'),
    ',"created_at":', coalesce('"' || to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null'),
    ',"updated_at":', coalesce('"' || to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null'), '}');
END $$;
ALTER TABLE "matters" ADD COLUMN "json" TEXT NOT NULL
  GENERATED ALWAYS AS (matter_json(id, title, description, case_category, service_type, status, official_case_number, case_type, client_id, estimated_hours, estimated_budget_min, estimated_budget_max, start_date, end_date, external_id, created_at, updated_at)) STORED;

CREATE FUNCTION client_json(id bigint, company_name text, contact_person text, email text, phone text, address text, client_type text, status text, notes text, bio text, website text, location text, external_id text, created_at timestamptz, updated_at timestamptz)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN concat(
    '{"id":', coalesce(to_json(id)::text, 'null'),
    ',"company_name":', coalesce(to_json(company_name)::text, 'null'),
    ',"contact_person":', coalesce(to_json(contact_person)::text, 'null'),
    ',"email":', coalesce(to_json(email)::text, 'null'),
    ',"phone":', coalesce(to_json(phone)::text, 'null'),
    ',"address":', coalesce(to_json(address)::text, 'null'),
    ',"client_type":', coalesce(to_json(client_type)::text, 'null'),
    ',"status":', coalesce(to_json(status)::text, 'null'),
    ',"notes":', coalesce(to_json(notes)::text, 'null'),
    ',"bio":', coalesce(to_json(bio)::text, 'null'),
    ',"website":', coalesce(to_json(website)::text, 'null'),
    ',"location":', coalesce(to_json(location)::text, 'null'),
    ',"external_id":', coalesce(to_json(external_id)::text, 'null'),
    ',"created_at":', coalesce('"' || to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null'),
    ',"updated_at":', coalesce('"' || to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null'), '}');
END $$;
ALTER TABLE "clients" ADD COLUMN "json" TEXT NOT NULL
  GENERATED ALWAYS AS (client_json(id, company_name, contact_person, email, phone, address, client_type, status, notes, bio, website, location, external_id, created_at, updated_at)) STORED;

CREATE FUNCTION time_entry_json(id bigint, case_id bigint, client_id bigint, description text, duration numeric, start_time timestamptz, end_time timestamptz, is_billable boolean, rate numeric, hourly_rate numeric, activity_type text, status text, external_id text, created_at timestamptz, updated_at timestamptz)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN concat(
    '{"id":', coalesce(to_json(id)::text, 'null'),
    ',"case_id":', coalesce(to_json(case_id)::text, 'null'),
    ',"client_id":', coalesce(to_json(client_id)::text, 'null'),
    ',"description":', coalesce(to_json(description)::text, 'null'),
    ',"duration":', coalesce(to_json(duration)::text, 'null'),
    ',"start_time":', coalesce('"' || to_char(start_time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null'),
    ',"end_time":', coalesce('"' || to_char(end_time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null'),
    ',"is_billable":', coalesce(to_json(is_billable)::text, 'null'),
    ',"rate":', coalesce(to_json(rate)::text, 'null'),
    ',"hourly_rate":', coalesce(to_json(hourly_rate)::text, 'null'),
    ',"activity_type":', coalesce(to_json(activity_type)::text, 'null'),
    ',"status":', coalesce(to_json(status)::text, 'null'),
    ',"external_id":', coalesce(to_json(external_id)::text, 'null'),
    ',"created_at":', coalesce('"' || to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null'),
    ',"updated_at":', coalesce('"' || to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null'), '}');
END $$;
ALTER TABLE "time_entries" ADD COLUMN "json" TEXT NOT NULL
  GENERATED ALWAYS AS (time_entry_json(id, case_id, client_id, description, duration, start_time, end_time, is_billable, rate, hourly_rate, activity_type, status, external_id, created_at, updated_at)) STORED;
