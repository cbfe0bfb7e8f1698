const columns = [
  'title text NOT NULL',
  'description text',
  'case_category text',
  'service_type text',
  'status text NOT NULL',
  'official_case_number text',
  'case_type text',
  'client_id bigint',
  'estimated_hours numeric',
  'estimated_budget_min numeric',
  'estimated_budget_max numeric',
  'start_date date',
  'end_date date',
  'external_id text',
]
const names = columns.map((column) => column.split(' ')[0])

export const schema = `
  CREATE TABLE matters (
    room int NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    ${columns.join(', ')},
    created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
    updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (room, id),
    UNIQUE (room, external_id)
  );
  CREATE INDEX ON matters (room, updated_at)`

const row = `json_build_object('id', id, ${[...names, 'created_at', 'updated_at'].map((name) => `'${name}', ${name}`).join(', ')})`
const page = `json_build_object('data', coalesce(json_agg(${row}), '[]'))::text AS json`
const insert = (from: string) => `
  INSERT INTO matters (room, ${names.join(', ')})
  SELECT $1, ${names.join(', ')} FROM ${from} AS given (${columns.map((column) => column.replace(' NOT NULL', '')).join(', ')})`
const one = 'json_to_record($2::json)'
const onConflict = `
  ON CONFLICT (room, external_id) DO UPDATE
  SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}, updated_at = clock_timestamp()`

/** What the floor can be asked for; each answers one row with one column, `json`. */
export const statements = {
  get: `SELECT ${row}::text AS json FROM matters WHERE room = $1 AND id = $2`,
  list: `SELECT ${page} FROM (SELECT * FROM matters WHERE room = $1 ORDER BY id LIMIT $2 OFFSET $3) AS matters`,
  since: `
    SELECT ${page}
    FROM (SELECT * FROM matters WHERE room = $1 AND updated_at > $2 ORDER BY updated_at, id LIMIT $3) AS matters`,
  create: `${insert(one)} RETURNING ${row}::text AS json`,
  upsert: `${insert(one)} ${onConflict} RETURNING ${row}::text AS json`,
  bulk: `
    WITH written AS (${insert("json_to_recordset($2::json -> 'data')")} ${onConflict} RETURNING *)
    SELECT json_build_object('results', json_agg(json_build_object('status', 200, 'data', ${row})))::text AS json
    FROM written AS matters`,
}
