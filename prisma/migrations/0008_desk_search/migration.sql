-- Finding certificates at the desk: by words, by status, newest first. Columns and words are for finding only.

-- Letters without case. The database's own collation may be C, which knows ASCII alone: the first of those that know more.
DO $$
DECLARE
  collation_name TEXT;
BEGIN
  SELECT c.collname INTO collation_name FROM pg_collation c
    JOIN (VALUES ('pg_c_utf8', 1), ('und-x-icu', 2), ('C.utf8', 3), ('default', 4)) AS wanted(name, rank) ON wanted.name = c.collname
    WHERE c.collnamespace = 'pg_catalog'::regnamespace ORDER BY wanted.rank LIMIT 1;
  EXECUTE format($f$
    CREATE FUNCTION "fold_search_text"(written TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $b$
      SELECT replace(replace(replace(translate(regexp_replace(normalize(lower(written COLLATE pg_catalog.%1$I), NFKD),
        -- Accents, Arabic vowel signs and the stroke that lengthens words, Hebrew points, what is not seen, apostrophes.
        '[\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0670\u0640\u0591-\u05bd\u05bf-\u05c7\u00ad\u200b-\u200f\u2060\ufeff''\u02b9-\u02bd\u2018\u2019]',
        '', 'g'), 'øłđðıς', 'olddiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
    $b$ $f$, collation_name);
END $$;

-- The words that a certificate is found by: `n:` of its name, `e:` of its event, `r:` its registration number in one.
CREATE FUNCTION "certificate_search_words"(full_name TEXT, registration_number TEXT, event_title TEXT) RETURNS TEXT[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT kind || left(word, 60) COLLATE "C"), '{}') FROM (
    SELECT 'n:' AS kind, regexp_split_to_table("fold_search_text"(full_name), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u060c\u2000-\u206f\u3000-\u303f]+') AS word
    UNION ALL
    SELECT 'e:', regexp_split_to_table("fold_search_text"(event_title), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u060c\u2000-\u206f\u3000-\u303f]+')
    UNION ALL
    SELECT 'r:', regexp_replace("fold_search_text"(registration_number), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u060c\u2000-\u206f\u3000-\u303f]+', '', 'g')
  ) AS words WHERE word <> ''
$$;

ALTER TABLE "certificates" ADD COLUMN "search_words" TEXT[] NOT NULL DEFAULT '{}';

-- One row a word and certificate, in the order in which results are shown. Goes and changes with the certificate.
CREATE TABLE "certificate_words" (
  "issuer_id" UUID NOT NULL,
  "word" TEXT COLLATE "C" NOT NULL,
  "recorded_at" TIMESTAMPTZ(3) NOT NULL,
  "certificate_id" UUID NOT NULL,
  CONSTRAINT "certificate_words_pkey" PRIMARY KEY ("issuer_id", "word", "recorded_at", "certificate_id")
);

CREATE FUNCTION "set_search_words"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."search_words" := "certificate_search_words"(NEW."full_name", NEW."registration_number", NEW."event_title");
  RETURN NEW;
END $$;
CREATE FUNCTION "keep_certificate_words"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM "certificate_words" WHERE "issuer_id" = OLD."issuer_id" AND "word" = ANY(OLD."search_words")
      AND "recorded_at" = OLD."recorded_at" AND "certificate_id" = OLD."id";
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "certificate_words" ("issuer_id", "word", "recorded_at", "certificate_id")
      SELECT NEW."issuer_id", word, NEW."recorded_at", NEW."id" FROM unnest(NEW."search_words") AS word
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

-- Those that are there: no trigger is in the way of it yet but the one that watches states, which this does not change.
UPDATE "certificates" SET "search_words" = "certificate_search_words"("full_name", "registration_number", "event_title");
INSERT INTO "certificate_words" ("issuer_id", "word", "recorded_at", "certificate_id")
  SELECT "issuer_id", word, "recorded_at", "id" FROM "certificates", unnest("search_words") AS word;

CREATE TRIGGER "certificates_search_words" BEFORE INSERT OR UPDATE OF "full_name", "registration_number", "event_title", "search_words"
  ON "certificates" FOR EACH ROW EXECUTE FUNCTION "set_search_words"();
CREATE TRIGGER "certificates_words_kept" AFTER INSERT OR DELETE OR UPDATE OF "full_name", "registration_number", "event_title", "search_words"
  ON "certificates" FOR EACH ROW EXECUTE FUNCTION "keep_certificate_words"();
ALTER TABLE "certificates" ENABLE ALWAYS TRIGGER "certificates_search_words";
ALTER TABLE "certificates" ENABLE ALWAYS TRIGGER "certificates_words_kept";

-- Newest first, all or those of one status.
CREATE INDEX "certificates_issuer_id_recorded_at_id_idx" ON "certificates"("issuer_id", "recorded_at", "id");
CREATE INDEX "certificates_issuer_id_status_recorded_at_id_idx" ON "certificates"("issuer_id", "status", "recorded_at", "id");
