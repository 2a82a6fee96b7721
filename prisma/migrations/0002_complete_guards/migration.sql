-- The guards that the first migration left open: a lineage that loses a revision by DELETE, a validity period or a time
-- of withdrawal that is changed afterwards, signed forms emptied by TRUNCATE.

CREATE OR REPLACE FUNCTION "refuse_wrong_certificate_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."status" <> OLD."status" AND OLD."status" <> 'issued' THEN
    RAISE EXCEPTION 'a % certificate stays %', OLD."status", OLD."status" USING ERRCODE = 'restrict_violation';
  END IF;
  IF (NEW."id", NEW."issuer_id", NEW."lineage_id", NEW."revision", NEW."serial", NEW."serial_key", NEW."issued_at",
      NEW."expires_at", NEW."recorded_at", NEW."status_list_id", NEW."status_index")
     IS DISTINCT FROM
     (OLD."id", OLD."issuer_id", OLD."lineage_id", OLD."revision", OLD."serial", OLD."serial_key", OLD."issued_at",
      OLD."expires_at", OLD."recorded_at", OLD."status_list_id", OLD."status_index") THEN
    RAISE EXCEPTION 'what a certificate was issued with does not change' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW."withdrawn_at" IS DISTINCT FROM OLD."withdrawn_at" AND (OLD."status" <> 'issued' OR NEW."status" <> 'withdrawn') THEN
    RAISE EXCEPTION 'the time of a withdrawal is written with it and stays' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION "refuse_broken_lineage"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  lineage UUID := CASE WHEN TG_OP = 'DELETE' THEN OLD."lineage_id" ELSE NEW."lineage_id" END;
  revisions BIGINT;
  last_revision INTEGER;
  currents BIGINT;
  current_revision INTEGER;
  issuers BIGINT;
BEGIN
  SELECT count(*), max("revision"), count(*) FILTER (WHERE "status" <> 'superseded'),
         max("revision") FILTER (WHERE "status" <> 'superseded'), count(DISTINCT "issuer_id")
    INTO revisions, last_revision, currents, current_revision, issuers
    FROM "certificates" WHERE "lineage_id" = lineage;
  IF revisions > 0 AND (revisions <> last_revision OR currents <> 1 OR current_revision <> last_revision OR issuers <> 1) THEN
    RAISE EXCEPTION 'lineage % must have exactly one current certificate, its last revision', lineage
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER "certificates_whole_lineage" AFTER DELETE ON "certificates"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "refuse_broken_lineage"();
ALTER TABLE "certificates" ENABLE ALWAYS TRIGGER "certificates_whole_lineage";

CREATE TRIGGER "signed_forms_no_truncate" BEFORE TRUNCATE ON "signed_forms"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_signed_forms"();
ALTER TABLE "signed_forms" ENABLE ALWAYS TRIGGER "signed_forms_no_truncate";
