-- What a conflict check searched, and its hits as they were; null in decisions from before this version.
ALTER TABLE "conflict_decisions" ADD COLUMN "has_consent" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "conflict_decisions" ADD COLUMN "names" JSONB;
ALTER TABLE "conflict_decisions" ADD COLUMN "hits" JSONB;

-- The parts of names and texts that a conflict check compares, folded as `foldName` of packages/domain does it. One word
-- is a lexeme with its workspace before it. Of names, so are two words written together; of Chinese, Japanese, Korean and
-- Thai, which write no blanks, every two characters.
CREATE FUNCTION "name_vector"("prefix" INTEGER, "names" TEXT, "texts" TEXT) RETURNS TSVECTOR
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 10000 AS $$
DECLARE
  part TEXT;
  word TEXT;
  previous TEXT;
  is_name BOOLEAN := true;
  lexemes TEXT[] := '{}';
BEGIN
  FOREACH part IN ARRAY ARRAY[coalesce("names", ''), coalesce(left("texts", 65536), '')] LOOP
    IF octet_length(part) = length(part) THEN
      part := translate(lower(part), '''`', '');
    ELSE
      part := lower(normalize(regexp_replace(normalize(part, NFKD), '[\u0300-\u036f]', '', 'g'), NFKC));
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
        FOR place IN 1..length(word) LOOP
          lexemes := lexemes || ("prefix" || ':' || substr(word, place, 2));
        END LOOP;
      END IF;
      previous := word;
    END LOOP;
    is_name := false;
  END LOOP;
  RETURN array_to_tsvector(lexemes);
END
$$;
