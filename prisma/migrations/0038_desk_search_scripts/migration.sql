-- Names and events in Greek and Cyrillic letters are found by Latin ones, and the other way round; numbers by their parts.

-- Both sides of a search are brought to Latin letters, so it is enough that they come to the same. Where a letter is written
-- otherwise in two languages, the commoner one is taken. Folded text has no case and no accents.
CREATE FUNCTION "latin_search_text"(folded TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN folded !~ '[\u0370-\u052f]' THEN folded ELSE translate(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      folded, 'ου', 'ou'), 'θ', 'th'), 'χ', 'ch'), 'ψ', 'ps'),
      'щ', 'shch'), 'ж', 'zh'), 'х', 'kh'), 'ц', 'ts'), 'ч', 'ch'), 'ш', 'sh'), 'ю', 'yu'), 'я', 'ya'),
      'љ', 'lj'), 'њ', 'nj'), 'џ', 'dz'), 'ђ', 'dj'),
    'αβγδεζηικλμνξοπρστυφωабвгґдезијклмнопрстућфыэєіѕќѓъь',
    'avgdeziiklmnxoprstyfoabvggdezijklmnoprstucfyeeiskg') END
$$;

-- What an index holds. A number is found by its beginning, from each of its parts on, and by its last part without zeros.
CREATE OR REPLACE FUNCTION "certificate_search_words"(full_name TEXT, registration_number TEXT, event_title TEXT) RETURNS TEXT[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT kind || left(word, 60) COLLATE "C"), '{}') FROM (
    SELECT 'n:' AS kind, regexp_split_to_table("latin_search_text"("fold_search_text"(full_name)), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u060c\u2000-\u206f\u3000-\u303f]+') AS word
    UNION ALL
    SELECT 'e:', regexp_split_to_table("latin_search_text"("fold_search_text"(event_title)), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u060c\u2000-\u206f\u3000-\u303f]+')
    UNION ALL
    SELECT 'r:', unnest(array_to_string(parts[i:], '') || CASE WHEN i = cardinality(parts) THEN ARRAY[ltrim(parts[i], '0')] ELSE '{}' END)
    FROM (SELECT regexp_split_to_array("fold_search_text"(registration_number), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u060c\u2000-\u206f\u3000-\u303f]+') AS parts) AS number
    CROSS JOIN LATERAL generate_subscripts(parts, 1) AS i WHERE i <= 8 OR i = cardinality(parts)
  ) AS words WHERE word <> ''
$$;

-- What is asked for: the same words, and of a number only the whole, since all of what is asked for must be there.
CREATE FUNCTION "certificate_query_words"(full_name TEXT, registration_number TEXT, event_title TEXT) RETURNS TEXT[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT word), '{}') FROM (
    SELECT unnest("certificate_search_words"(full_name, NULL, event_title)) AS word
    UNION ALL
    SELECT 'r:' || left(number, 60) COLLATE "C" FROM regexp_replace("fold_search_text"(registration_number),
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u060c\u2000-\u206f\u3000-\u303f]+', '', 'g') AS number WHERE number <> ''
  ) AS words
$$;

-- Only those that change: the triggers keep their words.
UPDATE "certificates" SET "search_words" = "certificate_search_words"("full_name", "registration_number", "event_title")
  WHERE "search_words" <> "certificate_search_words"("full_name", "registration_number", "event_title");
