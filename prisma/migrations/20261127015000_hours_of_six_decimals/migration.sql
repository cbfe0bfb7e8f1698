-- Hours in whole steps, up. They are kept in millionths, before in ten-thousandths: what that lost of a minute begins no
-- further step.
CREATE OR REPLACE FUNCTION rounded_hours(hours numeric, step integer) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN step IS NULL THEN hours ELSE trim_scale(round(ceil(round(hours * 60, 2) / step) * step / 60, 6)) END
$$;
