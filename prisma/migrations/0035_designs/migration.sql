-- What certificates look like: designs with immutable versions, which of them is used for what, and the pictures that they
-- name, whose bytes are in the file store under their hash.

CREATE TABLE "designs" (
  "id" UUID NOT NULL,
  "issuer_id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "mac" TEXT,
  CONSTRAINT "designs_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "designs_issuer_id_name_key" ON "designs"("issuer_id", "name");
ALTER TABLE "designs" ADD CONSTRAINT "designs_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "issuers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TABLE "design_versions" (
  "design_id" UUID NOT NULL,
  "version" INTEGER NOT NULL,
  "content" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "mac" TEXT,
  CONSTRAINT "design_versions_pkey" PRIMARY KEY ("design_id", "version")
);
ALTER TABLE "design_versions" ADD CONSTRAINT "design_versions_design_id_fkey" FOREIGN KEY ("design_id") REFERENCES "designs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- An empty title is for every event that has none of its own.
CREATE TABLE "design_defaults" (
  "issuer_id" UUID NOT NULL,
  "event_title" TEXT NOT NULL,
  "design_id" UUID NOT NULL,
  "mac" TEXT,
  CONSTRAINT "design_defaults_pkey" PRIMARY KEY ("issuer_id", "event_title")
);
ALTER TABLE "design_defaults" ADD CONSTRAINT "design_defaults_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "issuers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "design_defaults" ADD CONSTRAINT "design_defaults_design_id_fkey" FOREIGN KEY ("design_id") REFERENCES "designs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TABLE "design_pictures" (
  "issuer_id" UUID NOT NULL,
  "sha256" TEXT NOT NULL,
  "size" INTEGER NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "design_pictures_pkey" PRIMARY KEY ("issuer_id", "sha256")
);
ALTER TABLE "design_pictures" ADD CONSTRAINT "design_pictures_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "issuers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TRIGGER "designs_sealed" BEFORE UPDATE ON "designs"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unsealed_change"('id', 'issuer_id', 'name');
CREATE TRIGGER "designs_seal_ends" AFTER INSERT OR UPDATE OR DELETE ON "designs"
  FOR EACH ROW EXECUTE FUNCTION "end_seals"();
ALTER TABLE "designs" ENABLE ALWAYS TRIGGER "designs_sealed";
ALTER TABLE "designs" ENABLE ALWAYS TRIGGER "designs_seal_ends";
CREATE TRIGGER "design_versions_sealed" BEFORE UPDATE ON "design_versions"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unsealed_change"('design_id', 'version', 'content');
CREATE TRIGGER "design_versions_seal_ends" AFTER INSERT OR UPDATE OR DELETE ON "design_versions"
  FOR EACH ROW EXECUTE FUNCTION "end_seals"();
ALTER TABLE "design_versions" ENABLE ALWAYS TRIGGER "design_versions_sealed";
ALTER TABLE "design_versions" ENABLE ALWAYS TRIGGER "design_versions_seal_ends";
CREATE TRIGGER "design_defaults_sealed" BEFORE UPDATE ON "design_defaults"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unsealed_change"('issuer_id', 'event_title', 'design_id');
CREATE TRIGGER "design_defaults_seal_ends" AFTER INSERT OR UPDATE OR DELETE ON "design_defaults"
  FOR EACH ROW EXECUTE FUNCTION "end_seals"();
ALTER TABLE "design_defaults" ENABLE ALWAYS TRIGGER "design_defaults_sealed";
ALTER TABLE "design_defaults" ENABLE ALWAYS TRIGGER "design_defaults_seal_ends";

-- A certificate names the version that it was set in: what a version says is never changed, only its seal is renewed.
CREATE FUNCTION "refuse_change_of_design_versions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW."design_id" = OLD."design_id" AND NEW."version" = OLD."version" AND NEW."content" = OLD."content" THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'versions of designs are never changed: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "design_versions_kept" BEFORE UPDATE OR DELETE ON "design_versions"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_design_versions"();
CREATE TRIGGER "design_versions_no_truncate" BEFORE TRUNCATE ON "design_versions"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_design_versions"();
ALTER TABLE "design_versions" ENABLE ALWAYS TRIGGER "design_versions_kept";
ALTER TABLE "design_versions" ENABLE ALWAYS TRIGGER "design_versions_no_truncate";
