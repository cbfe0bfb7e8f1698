-- The lexemes of the names that a conflict check finds. Each write computes them, and the worker fills those of earlier rows.
ALTER TABLE "clients" ADD COLUMN "conflict_names" tsvector;
ALTER TABLE "matters" ADD COLUMN "conflict_names" tsvector;
ALTER TABLE "leads" ADD COLUMN "conflict_names" tsvector;

-- Programs of the version before change names without the column. Then the worker computes it again.
CREATE FUNCTION "forget_conflict_names"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."conflict_names" := NULL;
  RETURN NEW;
END
$$;
CREATE TRIGGER "clients_conflict_names" BEFORE UPDATE OF "company_name", "contact_person", "notes", "bio" ON "clients" FOR EACH ROW
  WHEN ((NEW."company_name", NEW."contact_person", NEW."notes", NEW."bio")
    IS DISTINCT FROM (OLD."company_name", OLD."contact_person", OLD."notes", OLD."bio")
    AND NEW."conflict_names" IS NOT DISTINCT FROM OLD."conflict_names")
  EXECUTE FUNCTION "forget_conflict_names"();
CREATE TRIGGER "matters_conflict_names" BEFORE UPDATE OF "title" ON "matters" FOR EACH ROW
  WHEN (NEW."title" IS DISTINCT FROM OLD."title" AND NEW."conflict_names" IS NOT DISTINCT FROM OLD."conflict_names")
  EXECUTE FUNCTION "forget_conflict_names"();
CREATE TRIGGER "leads_conflict_names" BEFORE UPDATE OF "first_name", "last_name", "company", "description" ON "leads" FOR EACH ROW
  WHEN ((NEW."first_name", NEW."last_name", NEW."company", NEW."description")
    IS DISTINCT FROM (OLD."first_name", OLD."last_name", OLD."company", OLD."description")
    AND NEW."conflict_names" IS NOT DISTINCT FROM OLD."conflict_names")
  EXECUTE FUNCTION "forget_conflict_names"();

-- Only for rows without the column, and for programs of the version before. It reads as many letters as a conflict check
-- compares, because its time grows with the square of a word without spaces.
CREATE OR REPLACE FUNCTION "name_vector"("prefix" INTEGER, "names" TEXT, "texts" TEXT) RETURNS TSVECTOR
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 10000 AS $$
DECLARE
  part TEXT;
  word TEXT;
  previous TEXT;
  is_name BOOLEAN := true;
  lexemes TEXT[] := '{}';
BEGIN
  FOREACH part IN ARRAY ARRAY[left(coalesce("names", ''), 20000), left(coalesce("texts", ''), 20000)] LOOP
    IF octet_length(part) = length(part) THEN
      part := translate(lower(part), '''`', '');
    ELSE
      part := regexp_replace(left(normalize(part, NFKD), 40000), '[\u0300-\u036f]', '', 'g');
      part := lower(left(normalize(part, NFKC), 20000));
      part := replace(replace(replace(replace(part, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
      part := replace(replace(replace(replace(part, 'ẞ', 'ss'), 'Æ', 'ae'), 'Œ', 'oe'), 'Þ', 'th');
      part := translate(part,
        'łŁøØđĐðÐıħĦςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯІЄҐЂЈЉЊЋЏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ''’‘`',
        'llooddddihhσабвгдежзиклмнопрстуфхцчшщъыьэюяієґђјљњћџαβγδεζηθικλμνξοπρστυφχψω');
    END IF;
    part := replace(replace(replace(replace(part, 'ae', 'a'), 'oe', 'o'), 'ue', 'u'), 'aa', 'a');
    previous := NULL;
    FOREACH word IN ARRAY regexp_split_to_array(part, '[\s\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2010-\u206f\u2e00-\u2e7f\u3000-\u3004\u3008-\u303f\u30fb]+') LOOP
      CONTINUE WHEN word = '';
      lexemes := lexemes || ("prefix" || ':' || left(word, 64));
      IF is_name AND previous IS NOT NULL THEN
        lexemes := lexemes || ("prefix" || ':' || left(previous || word, 64));
      END IF;
      IF octet_length(word) > length(word) AND word ~ '[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]' THEN
        lexemes := lexemes || ARRAY(
          SELECT "prefix" || ':' || letter || coalesce(lead(letter) OVER (ORDER BY place), '')
          FROM unnest(string_to_array(word, NULL)) WITH ORDINALITY AS letters (letter, place));
      END IF;
      previous := word;
    END LOOP;
    is_name := false;
  END LOOP;
  RETURN array_to_tsvector(lexemes);
END
$$;
