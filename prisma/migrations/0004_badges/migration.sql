-- What was set in a status list, as a signed history of its own, and the images that badges are baked into.

CREATE TABLE "status_changes" (
  "list_id" UUID NOT NULL,
  "sequence" INTEGER NOT NULL,
  "status_index" INTEGER NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "previous_hash" TEXT,
  "service_key_id" TEXT NOT NULL,
  "signature" TEXT NOT NULL,
  CONSTRAINT "status_changes_pkey" PRIMARY KEY ("list_id", "sequence")
);
ALTER TABLE "status_changes" ADD CONSTRAINT "status_changes_list_id_fkey" FOREIGN KEY ("list_id") REFERENCES "status_lists"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A bit that was set stays set.
CREATE FUNCTION "refuse_change_of_status_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'status changes are append-only: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "status_changes_append_only" BEFORE UPDATE OR DELETE ON "status_changes"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_status_changes"();
CREATE TRIGGER "status_changes_no_truncate" BEFORE TRUNCATE ON "status_changes"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_status_changes"();
ALTER TABLE "status_changes" ENABLE ALWAYS TRIGGER "status_changes_append_only";
ALTER TABLE "status_changes" ENABLE ALWAYS TRIGGER "status_changes_no_truncate";

CREATE FUNCTION "refuse_gap_in_status_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."sequence" <> 1 AND NOT EXISTS (
    SELECT 1 FROM "status_changes" WHERE "list_id" = NEW."list_id" AND "sequence" = NEW."sequence" - 1
  ) OR NEW."sequence" < 1 THEN
    RAISE EXCEPTION 'change % of status list % has no predecessor', NEW."sequence", NEW."list_id" USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "status_changes_no_gap" BEFORE INSERT ON "status_changes"
  FOR EACH ROW EXECUTE FUNCTION "refuse_gap_in_status_changes"();
ALTER TABLE "status_changes" ENABLE ALWAYS TRIGGER "status_changes_no_gap";

-- The image of an issuer's event, one a media type; its bytes are in the file store under their hash.
CREATE TABLE "badge_images" (
  "issuer_id" UUID NOT NULL,
  "event_title" TEXT NOT NULL,
  "media_type" TEXT NOT NULL,
  "sha256" TEXT NOT NULL,
  "size" INTEGER NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "badge_images_pkey" PRIMARY KEY ("issuer_id", "event_title", "media_type")
);
ALTER TABLE "badge_images" ADD CONSTRAINT "badge_images_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "issuers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
