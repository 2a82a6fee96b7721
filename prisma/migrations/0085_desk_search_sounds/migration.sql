-- Names in Greek, Cyrillic, Arabic, Hebrew and Devanagari letters are found by Latin ones and by each other: by their consonants.
-- Names without spaces (Chinese, Japanese, Korean) are found from each character on. Lists go by the date of issue, as they show it.

-- Letters that are typed in several forms, Arabic-Indic and Devanagari digits, and Greek and Cyrillic letters as Latin ones.
CREATE OR REPLACE FUNCTION "latin_search_text"(folded TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE
    WHEN folded ~ '[\u0600-\u06ff\u0966-\u096f]' THEN translate(folded, 'یىکہھة٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९', 'ييكههه012345678901234567890123456789')
    WHEN folded !~ '[\u0370-\u052f]' THEN folded
    ELSE translate(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      folded, 'ου', 'ou'), 'θ', 'th'), 'χ', 'ch'), 'ψ', 'ps'),
      'щ', 'shch'), 'ж', 'zh'), 'х', 'kh'), 'ц', 'ts'), 'ч', 'ch'), 'ш', 'sh'), 'ю', 'yu'), 'я', 'ya'),
      'љ', 'lj'), 'њ', 'nj'), 'џ', 'dz'), 'ђ', 'dj'),
    'αβγδεζηικλμνξοπρστυφωабвгґдезијклмнопрстућфыэєіѕќѓъь',
    'avgdeziiklmnxoprstyfoabvggdezijklmnoprstucfyeeiskg') END
$$;

-- The consonants of a word in Latin letters as they sound, with `a` for a vowel that it begins with. Null for other writing.
CREATE FUNCTION "latin_name_sound"(latin TEXT) RETURNS TEXT LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  sound TEXT := latin;
BEGIN
  IF latin !~ '^[a-z]+$' THEN RETURN NULL; END IF;
  sound := replace(regexp_replace(replace(sound, 'ph', 'f'), 'sc?h', 's', 'g'), 'x', 'ks');
  sound := regexp_replace(sound, 't?ch+', 'C', 'g');
  sound := regexp_replace(regexp_replace(sound, 't[sz]', 'Z', 'g'), 'zh|dj', 'j', 'g');
  sound := translate(regexp_replace(sound, 'c(?=[eiy])', 's', 'g'), 'cqvwCZ', 'kkbbcz');
  sound := regexp_replace(sound, '^[aeiou]+', 'a');
  RETURN "plain_name_sound"(left(sound, 1) || regexp_replace(substr(sound, 2), '[aeiouy]+', '', 'g'));
END $$;

-- An aspirated consonant sounds like the plain one, and a doubled one like one.
CREATE FUNCTION "plain_name_sound"(sound TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(regexp_replace(sound, '([bdgjkstzc])h+', '\1', 'g'), '(.)\1+', '\1', 'g')
$$;

-- The same of a folded word in Arabic, Hebrew or Devanagari letters, in each way that Latin letters may spell it, at most 16.
-- The letters are those of lib/domain/names/transliterate-*.ts, by what latin_name_sound makes of their spellings; those that are
-- not named sound like nothing (`_`), `^` is the beginning of a word.
CREATE FUNCTION "name_sounds"(word TEXT) RETURNS TEXT[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  letters CONSTANT JSONB := '{
    "^ا":"a","^اي":"a y","اي":"_","^او":"a ab","او":"_ b","ب":"b","پ":"p","ت":"t","ث":"t s","ج":"j g","چ":"c","ح":"h k","خ":"k h","د":"d",
    "ذ":"d z t","ر":"r","ز":"z","ژ":"j","س":"s","ش":"s c","ص":"s","ض":"d z","ط":"t","ظ":"z d","^ع":"a","غ":"g","ف":"f","ق":"k g","ك":"k",
    "گ":"g","ل":"l","م":"m","ن":"n","ه":"h _","^ه":"h a ah","ة":"_ h t","و":"_ b","^و":"b a ab","ي":"_ j","^ي":"y a j",
    "^א":"_ a","ב":"b","ג":"g j","ד":"d","ה":"h _","^ה":"h _ a ah","ו":"b _","^ו":"b a","ז":"z","ח":"h c k","ט":"t","י":"_ j","^י":"y a j",
    "כ":"k c","ך":"c k","ל":"l","מ":"m","ם":"m","נ":"n","ן":"n","ס":"s","^ע":"_ a","פ":"p f","ף":"f p","צ":"z","ץ":"z","ק":"k","ר":"r","ש":"s","ת":"t",
    "क":"k","ख":"k","ग":"g","घ":"g","ङ":"n","च":"c","छ":"c","ज":"j z","झ":"j z","ञ":"n","ट":"t","ठ":"t","ड":"d r","ढ":"d rh","ण":"n","त":"t",
    "थ":"t","द":"d","ध":"d","न":"n","प":"p","फ":"f","ब":"b","भ":"b","म":"m","^य":"y a","र":"r","ल":"l","ळ":"l","व":"b","श":"s","ष":"s","स":"s",
    "ह":"h","क्ष":"ks","ज्ञ":"g jn gn dn","ऋ":"r","ृ":"r","ं":"n m","ँ":"n _","ः":"h _","ंह":"ng nh",
    "^अ":"a","^आ":"a","^इ":"a","^ई":"a","^उ":"a","^ऊ":"a","^ऋ":"r","^ए":"a","^ऐ":"a","^ओ":"a","^औ":"a"}';
  plain CONSTANT TEXT := translate(word, 'یىکہھ', 'ييكهه');
  held TEXT[] := ARRAY[''];
  ways TEXT;
  place INT := 1;
  len INT;
BEGIN
  IF plain !~ '^([\u0600-\u06ff\u200c\u200d]+|[\u05d0-\u05ea\u05f3]+|[\u0900-\u097f\u200c\u200d]+)$' THEN RETURN '{}'; END IF;
  WHILE place <= length(plain) LOOP
    ways := NULL;
    len := 4;
    WHILE ways IS NULL AND len > 1 LOOP
      len := len - 1;
      CONTINUE WHEN place + len - 1 > length(plain);
      ways := coalesce(CASE WHEN place = 1 THEN letters ->> ('^' || substr(plain, 1, len)) END, letters ->> substr(plain, place, len));
    END LOOP;
    SELECT array_agg(DISTINCT begun || replace(way, '_', '')) INTO held
      FROM unnest(held) AS begun, unnest(string_to_array(coalesce(ways, '_'), ' ')) AS way;
    held := held[1:16];
    place := place + len;
  END LOOP;
  RETURN (SELECT coalesce(array_agg(DISTINCT "plain_name_sound"(sound)), '{}') FROM unnest(held) AS sound WHERE sound <> '');
END $$;

-- The words of a text, in the letters of the search.
CREATE FUNCTION "search_text_words"(folded TEXT) RETURNS SETOF TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT word FROM regexp_split_to_table(folded, '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u05be\u060c\u061b\u061f\u0964\u0965\u2000-\u206f\u3000-\u303f\u30fb]+') AS word WHERE word <> ''
$$;

-- A word, and what else it is found by: without the Arabic article, and writing without spaces from each character on.
CREATE FUNCTION "search_word_parts"(word TEXT) RETURNS SETOF TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT word
  UNION ALL
  SELECT substr(word, 3) WHERE word LIKE 'ال%' AND length(word) > 4
  UNION ALL
  SELECT substr(word, place) FROM generate_series(2, CASE WHEN word ~ '[\u1100-\u1112\u3041-\u30ff\u3400-\u9fff]' THEN least(length(word), 24) ELSE 1 END) AS place
    WHERE substr(word, place, 1) ~ '[\u1100-\u1112\u3041-\u30ff\u3400-\u9fff]'
$$;

-- How the words of a folded name sound, each under its script: `l:` Latin letters, `c:` Greek and Cyrillic, `a:` Arabic, `h:` Hebrew, `d:` Devanagari.
CREATE FUNCTION "name_word_sounds"(folded_word TEXT) RETURNS SETOF TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT kind || left(sound, 60) FROM (
    SELECT CASE WHEN folded_word ~ '[\u0370-\u052f]' THEN 'c:' ELSE 'l:' END AS kind, "latin_name_sound"("latin_search_text"(folded_word)) AS sound
    UNION ALL
    SELECT CASE WHEN part ~ '[\u0600-\u06ff]' THEN 'a:' WHEN part ~ '[\u05d0-\u05ea]' THEN 'h:' ELSE 'd:' END, unnest("name_sounds"(part))
      FROM "search_word_parts"(folded_word) AS part WHERE part ~ '[\u05d0-\u05ea\u0600-\u06ff\u0900-\u097f]'
  ) AS sounds WHERE sound <> ''
$$;

-- What an index holds. A number is found by its beginning, from each of its parts on, and by its last part without zeros.
CREATE OR REPLACE FUNCTION "certificate_search_words"(full_name TEXT, registration_number TEXT, event_title TEXT) RETURNS TEXT[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT word COLLATE "C"), '{}') FROM (
    SELECT 'n:' || left(part, 60) AS word FROM "search_text_words"("latin_search_text"("fold_search_text"(full_name))) AS one, "search_word_parts"(one) AS part
    UNION ALL
    SELECT sound FROM "search_text_words"("fold_search_text"(full_name)) AS one, "name_word_sounds"(one) AS sound
    UNION ALL
    SELECT 'e:' || left(part, 60) FROM "search_text_words"("latin_search_text"("fold_search_text"(event_title))) AS one, "search_word_parts"(one) AS part
    UNION ALL
    SELECT 'r:' || left(number, 60) FROM (
      SELECT unnest(array_to_string(parts[i:], '') || CASE WHEN i = cardinality(parts) THEN ARRAY[ltrim(parts[i], '0')] ELSE '{}' END) AS number
      FROM (SELECT array_agg(part) AS parts FROM "search_text_words"("latin_search_text"("fold_search_text"(registration_number))) AS part) AS numbers
      CROSS JOIN LATERAL generate_subscripts(parts, 1) AS i WHERE i <= 8 OR i = cardinality(parts)) AS numbers WHERE number <> ''
  ) AS words
$$;

-- What is asked for, all of which must be there: each word with what may be there in its place, parted by spaces. `=` at the end
-- of a sound says that it is the whole: two consonants begin too many names, and Abdul is also a word with the article of the next.
-- The article of Arabic names is not asked for.
CREATE OR REPLACE FUNCTION "certificate_query_words"(full_name TEXT, registration_number TEXT, event_title TEXT) RETURNS TEXT[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT word COLLATE "C"), '{}') FROM (
    SELECT concat_ws(' ', 'n:' || left("latin_search_text"(one), 60), (
        SELECT string_agg(DISTINCT other || substr(sound, 2) || CASE WHEN length(sound) < 5 THEN '=' ELSE '' END, ' ')
        FROM (SELECT "name_word_sounds"(one) WHERE length(one) > 1 UNION ALL SELECT 'l:abd' WHERE one ~ '^abd[aeu]l$') AS sounds(sound), unnest(ARRAY['l', 'c', 'a', 'h', 'd']) AS other WHERE other <> left(sound, 1))) AS word
      FROM (SELECT one, bool_or(one NOT IN ('al', 'el')) OVER () AS others FROM "search_text_words"("fold_search_text"(full_name)) AS one) AS names
      WHERE NOT (others AND one IN ('al', 'el'))
    UNION ALL
    SELECT 'e:' || left(one, 60) FROM "search_text_words"("latin_search_text"("fold_search_text"(event_title))) AS one
    UNION ALL
    SELECT 'r:' || left(string_agg(one, '' ORDER BY place), 60)
      FROM "search_text_words"("latin_search_text"("fold_search_text"(registration_number))) WITH ORDINALITY AS parts(one, place) HAVING count(*) > 0
  ) AS words
$$;

-- In the order of the date of issue. While the words of all are made again, they are not kept row by row.
CREATE OR REPLACE FUNCTION "keep_certificate_words"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
UPDATE "certificates" SET "search_words" = '{}';
TRUNCATE "certificate_words";
ALTER TABLE "certificate_words" RENAME COLUMN "recorded_at" TO "issued_at";
INSERT INTO "certificate_words" ("issuer_id", "word", "issued_at", "certificate_id")
  SELECT "issuer_id", word, "issued_at", "id" FROM "certificates", unnest("search_words") AS word ORDER BY 1, 2, 3, 4;
CREATE OR REPLACE FUNCTION "keep_certificate_words"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM "certificate_words" WHERE "issuer_id" = OLD."issuer_id" AND "word" = ANY(OLD."search_words")
      AND "issued_at" = OLD."issued_at" AND "certificate_id" = OLD."id";
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "certificate_words" ("issuer_id", "word", "issued_at", "certificate_id")
      SELECT NEW."issuer_id", word, NEW."issued_at", NEW."id" FROM unnest(NEW."search_words") AS word
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

CREATE INDEX "certificates_issuer_id_issued_at_id_idx" ON "certificates"("issuer_id", "issued_at", "id");
CREATE INDEX "certificates_issuer_id_status_issued_at_id_idx" ON "certificates"("issuer_id", "status", "issued_at", "id");
CREATE INDEX "certificates_issuer_id_event_title_issued_at_id_idx" ON "certificates"("issuer_id", "event_title", "issued_at", "id");
-- Last, since it keeps everybody out of the table until the end.
DROP INDEX "certificates_issuer_id_recorded_at_id_idx";
DROP INDEX "certificates_issuer_id_status_recorded_at_id_idx";
DROP INDEX "certificates_issuer_id_event_title_recorded_at_id_idx";
