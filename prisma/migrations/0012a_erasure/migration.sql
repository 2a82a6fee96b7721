-- Erasing a person: what is kept of it, and the way past the guards that it needs (docs/decisions/0032).

CREATE TABLE "erasures" (
  "lineage_id" UUID NOT NULL,
  "issuer_id" UUID NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "actor" TEXT NOT NULL,
  "reason" TEXT NOT NULL,
  "certificates" INTEGER NOT NULL,
  -- Hashes of files that are still to be deleted from the file store.
  "pending" TEXT[] NOT NULL,
  "finished_at" TIMESTAMPTZ(3),
  CONSTRAINT "erasures_pkey" PRIMARY KEY ("lineage_id"),
  CONSTRAINT "erasures_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "issuers"("id")
    ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "erasures_unfinished" ON "erasures"("at") WHERE "finished_at" IS NULL;

-- Keyed hashes of serials, which are never given out again, and of rows, which are not issued again unasked.
CREATE TABLE "erased_marks" (
  "kind" TEXT NOT NULL,
  "mac" TEXT NOT NULL,
  "lineage_id" UUID NOT NULL,
  CONSTRAINT "erased_marks_pkey" PRIMARY KEY ("kind", "mac", "lineage_id"),
  CONSTRAINT "erased_marks_lineage_id_fkey" FOREIGN KEY ("lineage_id") REFERENCES "erasures"("lineage_id")
    ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "erased_marks_lineage_id_idx" ON "erased_marks"("lineage_id");

CREATE INDEX "events_erased" ON "events"("chain_id") WHERE "type" = 'erased';

CREATE FUNCTION "is_erased"(lineage UUID) RETURNS BOOLEAN LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM "events" WHERE "chain_id" = lineage AND "chain" = 'lineage' AND "type" = 'erased')
$$;

-- A certificate goes only with the whole of its lineage, and only once its history says that it was erased.
CREATE FUNCTION "refuse_loss_of_certificates"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT "is_erased"(OLD."lineage_id") THEN
    RAISE EXCEPTION 'a certificate is deleted only when it is erased' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER "certificates_kept" BEFORE DELETE ON "certificates"
  FOR EACH ROW EXECUTE FUNCTION "refuse_loss_of_certificates"();
ALTER TABLE "certificates" ENABLE ALWAYS TRIGGER "certificates_kept";

CREATE OR REPLACE FUNCTION "refuse_change_of_artifacts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT 1 FROM "certificates" c WHERE c."id" = OLD."certificate_id" AND "is_erased"(c."lineage_id")) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'artifacts are append-only: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;

-- Of what was done the serial goes, and whatever else is left out; nothing is added or changed. Where from is forgotten
-- after 90 days.
CREATE INDEX "desk_activities_addresses" ON "desk_activities"("at") WHERE "address" IS NOT NULL;
CREATE OR REPLACE FUNCTION "refuse_change_of_activities"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW."id", NEW."issuer_id", NEW."at", NEW."actor", NEW."action", NEW."subject", NEW."detail")
         IS NOT DISTINCT FROM (OLD."id", OLD."issuer_id", OLD."at", OLD."actor", OLD."action", OLD."subject", OLD."detail")
       AND NEW."address" IS NULL AND OLD."address" IS NOT NULL AND OLD."at" < clock_timestamp() - interval '90 days' THEN
      RETURN NEW;
    END IF;
    IF (NEW."id", NEW."issuer_id", NEW."at", NEW."actor", NEW."action", NEW."address")
         IS NOT DISTINCT FROM (OLD."id", OLD."issuer_id", OLD."at", OLD."actor", OLD."action", OLD."address")
       AND NEW."subject" IS NULL AND (NEW."detail" IS NULL OR NEW."detail" <@ OLD."detail")
       -- Only within an erasure are there certificates of an erased lineage.
       AND EXISTS (SELECT 1 FROM "events" e JOIN "certificates" c ON c."lineage_id" = e."chain_id"
         WHERE e."type" = 'erased' AND c."issuer_id" = OLD."issuer_id" AND (c."serial" = OLD."subject" OR position(c."serial" IN OLD."detail"::text) > 0)) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'activities are append-only: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
