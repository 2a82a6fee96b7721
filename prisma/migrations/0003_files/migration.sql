-- Files of certificates by their hash, and receipts of checks.

CREATE TABLE "artifacts" (
  "id" UUID NOT NULL,
  "certificate_id" UUID NOT NULL,
  "type" TEXT NOT NULL,
  "media_type" TEXT NOT NULL,
  "size" INTEGER NOT NULL,
  "sha256" TEXT NOT NULL,
  "template" TEXT NOT NULL,
  "fonts" TEXT NOT NULL,
  "generator" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "statement" TEXT NOT NULL,
  CONSTRAINT "artifacts_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "artifacts_certificate_id_type_sha256_key" ON "artifacts"("certificate_id", "type", "sha256");
CREATE INDEX "artifacts_sha256_idx" ON "artifacts"("sha256");
ALTER TABLE "artifacts" ADD CONSTRAINT "artifacts_certificate_id_fkey" FOREIGN KEY ("certificate_id") REFERENCES "certificates"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A file that was given out once is known for good.
CREATE FUNCTION "refuse_change_of_artifacts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'artifacts are append-only: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "artifacts_append_only" BEFORE UPDATE OR DELETE ON "artifacts"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_artifacts"();
CREATE TRIGGER "artifacts_no_truncate" BEFORE TRUNCATE ON "artifacts"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_artifacts"();
ALTER TABLE "artifacts" ENABLE ALWAYS TRIGGER "artifacts_append_only";
ALTER TABLE "artifacts" ENABLE ALWAYS TRIGGER "artifacts_no_truncate";

-- The signed forms are found by their fingerprints too.
CREATE INDEX "events_vc_jwt_sha256_idx" ON "events"("vc_jwt_sha256");
CREATE INDEX "events_open_badge_jsonld_sha256_idx" ON "events"("open_badge_jsonld_sha256");
CREATE INDEX "events_open_badge_jwt_sha256_idx" ON "events"("open_badge_jwt_sha256");

CREATE TABLE "receipts" (
  "id" UUID NOT NULL,
  "certificate_id" UUID NOT NULL,
  "receipt_jwt" TEXT NOT NULL,
  "overall_status" TEXT NOT NULL,
  "verified_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "receipts_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "receipts_certificate_id_idx" ON "receipts"("certificate_id");
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_certificate_id_fkey" FOREIGN KEY ("certificate_id") REFERENCES "certificates"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
