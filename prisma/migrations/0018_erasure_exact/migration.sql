-- An erasure takes what names its certificates, and nothing else (docs/decisions/0032).

-- Of an erasure that only the journal knows of the issuer may be unknown, too.
ALTER TABLE "erasures" ALTER COLUMN "issuer_id" DROP NOT NULL;
-- It came from the journal: its files were deleted when it was done first.
ALTER TABLE "erasures" ADD COLUMN "replayed" BOOLEAN;

-- Whether one of these serials is a text within it: the whole text, so that the serial 1 is not found in 2017.
CREATE FUNCTION "names_serial"(value JSONB, serials TEXT[]) RETURNS BOOLEAN LANGUAGE sql IMMUTABLE AS $$
  SELECT EXISTS (SELECT 1 FROM jsonb_path_query(value, 'strict $.**') AS part
    WHERE jsonb_typeof(part) = 'string' AND part #>> '{}' = ANY(serials))
$$;

-- Without the members that name one of these serials; null when nothing is left.
CREATE FUNCTION "without_serials"(detail JSONB, serials TEXT[]) RETURNS JSONB LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN NOT "names_serial"(detail, serials) THEN detail
    WHEN jsonb_typeof(detail) = 'object' THEN (
      SELECT jsonb_object_agg(part.key, part.value) FROM jsonb_each(detail) AS part
      WHERE NOT "names_serial"(part.value, serials)) END
$$;

-- Of what was done the serial of an erased certificate goes, where it stands; nothing else is changed. Where from is
-- forgotten after 90 days.
CREATE OR REPLACE FUNCTION "refuse_change_of_activities"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  serials TEXT[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW."id", NEW."issuer_id", NEW."at", NEW."actor", NEW."action", NEW."subject", NEW."detail")
         IS NOT DISTINCT FROM (OLD."id", OLD."issuer_id", OLD."at", OLD."actor", OLD."action", OLD."subject", OLD."detail")
       AND NEW."address" IS NULL AND OLD."address" IS NOT NULL AND OLD."at" < clock_timestamp() - interval '90 days' THEN
      RETURN NEW;
    END IF;
    IF (NEW."id", NEW."issuer_id", NEW."at", NEW."actor", NEW."action", NEW."address")
         IS NOT DISTINCT FROM (OLD."id", OLD."issuer_id", OLD."at", OLD."actor", OLD."action", OLD."address") THEN
      -- Only within an erasure are there certificates of an erased lineage.
      SELECT array_agg(c."serial") INTO serials FROM "events" e JOIN "certificates" c ON c."lineage_id" = e."chain_id"
        WHERE e."type" = 'erased' AND c."issuer_id" = OLD."issuer_id";
      IF serials IS NOT NULL
         AND (NEW."subject" IS NOT DISTINCT FROM OLD."subject" OR NEW."subject" IS NULL AND OLD."subject" = ANY(serials))
         AND (NEW."detail" IS NOT DISTINCT FROM OLD."detail"
           OR NEW."detail" IS NOT DISTINCT FROM "without_serials"(OLD."detail", serials)) THEN
        RETURN NEW;
      END IF;
    END IF;
  END IF;
  RAISE EXCEPTION 'activities are append-only: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
