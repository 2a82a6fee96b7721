-- Finding and judging issuers: what their rows are authenticated by, the checks of their domains, and words to search by.

-- HMAC over id, name, domain, assurance and DID under a key derived from KEY_ENCRYPTION_KEY. The start that applies this
-- migration fills it for the rows that are there; a row without one is believed in nothing afterwards.
ALTER TABLE "issuers" ADD COLUMN "mac" TEXT;

-- What asking for the DNS record of an issuer's domain came to. Append-only.
CREATE TABLE "domain_checks" (
  "id" BIGINT GENERATED ALWAYS AS IDENTITY NOT NULL,
  "issuer_id" UUID NOT NULL,
  "domain" TEXT NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  -- `unanswered`: no name server said anything that counts.
  "result" TEXT NOT NULL,
  CONSTRAINT "domain_checks_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "domain_checks_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "issuers"("id")
    ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "domain_checks_result" CHECK ("result" IN ('seen', 'absent', 'unanswered'))
);
CREATE INDEX "domain_checks_issuer_id_id_idx" ON "domain_checks"("issuer_id", "id");

CREATE FUNCTION "refuse_change_of_domain_checks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'domain checks are append-only: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "domain_checks_append_only" BEFORE UPDATE OR DELETE ON "domain_checks"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_domain_checks"();
CREATE TRIGGER "domain_checks_no_truncate" BEFORE TRUNCATE ON "domain_checks"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_domain_checks"();
ALTER TABLE "domain_checks" ENABLE ALWAYS TRIGGER "domain_checks_append_only";
ALTER TABLE "domain_checks" ENABLE ALWAYS TRIGGER "domain_checks_no_truncate";

-- The words that an issuer is found by, in the order in which results are shown; the empty word finds every issuer.
CREATE TABLE "issuer_words" (
  "word" TEXT COLLATE "C" NOT NULL,
  "sort_name" TEXT COLLATE "C" NOT NULL,
  "issuer_id" UUID NOT NULL,
  CONSTRAINT "issuer_words_pkey" PRIMARY KEY ("word", "sort_name", "issuer_id"),
  CONSTRAINT "issuer_words_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "issuers"("id")
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "issuer_words_issuer_id_idx" ON "issuer_words"("issuer_id");

-- The words of a name and of each slug, slugs whole too, and the domain once it counts for something: nobody is found by a
-- domain that they only claim.
CREATE FUNCTION "write_issuer_words"(wanted UUID) RETURNS VOID LANGUAGE sql AS $$
  DELETE FROM "issuer_words" WHERE "issuer_id" = wanted;
  INSERT INTO "issuer_words" ("word", "sort_name", "issuer_id")
    SELECT DISTINCT left(texts.word, 100), left("fold_search_text"(i."name"), 200), i."id" FROM "issuers" i CROSS JOIN LATERAL (
      SELECT '' AS word
      UNION ALL
      SELECT word FROM regexp_split_to_table("fold_search_text"(i."name"),
        '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u060c\u2000-\u206f\u3000-\u303f]+') AS word WHERE word <> ''
      UNION ALL
      SELECT s."slug" FROM "issuer_slugs" s WHERE s."issuer_id" = i."id"
      UNION ALL
      SELECT part FROM "issuer_slugs" s, regexp_split_to_table(s."slug", '-') AS part WHERE s."issuer_id" = i."id"
      UNION ALL
      SELECT i."domain" WHERE i."assurance" <> 'none'
      UNION ALL
      SELECT part FROM regexp_split_to_table(i."domain", '\.') AS part WHERE i."assurance" <> 'none'
    ) AS texts WHERE i."id" = wanted
$$;
CREATE FUNCTION "keep_issuer_words"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'issuers' THEN
    PERFORM "write_issuer_words"(NEW."id");
  ELSE
    IF TG_OP <> 'DELETE' THEN PERFORM "write_issuer_words"(NEW."issuer_id"); END IF;
    IF TG_OP <> 'INSERT' THEN PERFORM "write_issuer_words"(OLD."issuer_id"); END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "issuers_words_kept" AFTER INSERT OR UPDATE OF "name", "domain", "assurance" ON "issuers"
  FOR EACH ROW EXECUTE FUNCTION "keep_issuer_words"();
CREATE TRIGGER "issuer_slugs_words_kept" AFTER INSERT OR DELETE OR UPDATE OF "slug", "issuer_id" ON "issuer_slugs"
  FOR EACH ROW EXECUTE FUNCTION "keep_issuer_words"();
ALTER TABLE "issuers" ENABLE ALWAYS TRIGGER "issuers_words_kept";
ALTER TABLE "issuer_slugs" ENABLE ALWAYS TRIGGER "issuer_slugs_words_kept";
SELECT "write_issuer_words"("id") FROM "issuers";

