-- Restores from a backup (docs/decisions/0074). Until one was compared with something newer than its backup, or its losses
-- were accepted, nothing is said of any certificate.

CREATE TABLE "restores" (
  "id" UUID NOT NULL,
  "backup_id" UUID NOT NULL,
  "backed_up_at" TIMESTAMPTZ(3) NOT NULL,
  "restored_at" TIMESTAMPTZ(3) NOT NULL,
  "compared_at" TIMESTAMPTZ(3),
  -- `lost`: with nothing, and what happened after the backup was accepted as lost.
  "compared_with" TEXT,
  -- Without a good one it counts as not compared.
  "mac" TEXT NOT NULL,
  CONSTRAINT "restores_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "restores_compared" CHECK (("compared_at" IS NULL) = ("compared_with" IS NULL)),
  CONSTRAINT "restores_compared_with" CHECK ("compared_with" IN ('journal', 'log', 'witness', 'lost'))
);

CREATE FUNCTION "refuse_change_of_restores"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW."id", NEW."backup_id", NEW."backed_up_at", NEW."restored_at")
         IS NOT DISTINCT FROM (OLD."id", OLD."backup_id", OLD."backed_up_at", OLD."restored_at")
       AND (OLD."compared_at" IS NULL OR (NEW."compared_at", NEW."compared_with")
         IS NOT DISTINCT FROM (OLD."compared_at", OLD."compared_with")) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'a restore stays recorded: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "restores_kept" BEFORE UPDATE OR DELETE ON "restores"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_restores"();
CREATE TRIGGER "restores_no_truncate" BEFORE TRUNCATE ON "restores"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_restores"();
ALTER TABLE "restores" ENABLE ALWAYS TRIGGER "restores_kept";
ALTER TABLE "restores" ENABLE ALWAYS TRIGGER "restores_no_truncate";
