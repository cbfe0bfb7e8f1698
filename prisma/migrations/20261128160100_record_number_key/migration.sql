-- Two numbers look the same if this is equal. It removes format characters (Cf), which are invisible, and differences of
-- encoding and width, as numberKey of packages/schemas does. Most numbers are ASCII and stay as they are.
CREATE FUNCTION "record_number_key"("number" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length("number") = length("number") THEN btrim("number", E' \t\n\r\v\f')
    ELSE btrim(normalize(regexp_replace("number",
      '[\u00AD\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0001\U000E0020-\U000E007F]',
      '', 'g'), NFKC), E' \t\n\r\v\f') END
$$;
