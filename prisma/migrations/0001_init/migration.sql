-- Issuers, keys, certificates, signed forms, append-only events, check counts, imports.

CREATE TYPE "certificate_status" AS ENUM ('issued', 'superseded', 'withdrawn');
CREATE TYPE "event_chain" AS ENUM ('lineage', 'issuer', 'key');
CREATE TYPE "event_type" AS ENUM ('issued', 'corrected', 'withdrawn', 'resigned', 'erased', 'suspended', 'resumed', 'retired', 'compromised');
CREATE TYPE "domain_assurance" AS ENUM ('none', 'verified', 'attested', 'lapsed');
CREATE TYPE "key_algorithm" AS ENUM ('ES256', 'EdDSA');
CREATE TYPE "key_state" AS ENUM ('active', 'retired', 'compromised');

CREATE TABLE "issuers" (
  "id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "name_skeleton" TEXT NOT NULL,
  "domain" TEXT NOT NULL,
  "assurance" "domain_assurance" NOT NULL DEFAULT 'none',
  "assurance_note" TEXT,
  "assured_at" TIMESTAMPTZ(3),
  "website" TEXT,
  "description" TEXT,
  "did" TEXT NOT NULL,
  "suspended" BOOLEAN NOT NULL DEFAULT false,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "issuers_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "issuers_name_skeleton_key" ON "issuers"("name_skeleton");
CREATE UNIQUE INDEX "issuers_domain_key" ON "issuers"("domain");
CREATE UNIQUE INDEX "issuers_did_key" ON "issuers"("did");

CREATE TABLE "issuer_slugs" (
  "slug" TEXT NOT NULL,
  "issuer_id" UUID NOT NULL,
  "current" BOOLEAN NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "issuer_slugs_pkey" PRIMARY KEY ("slug")
);
CREATE INDEX "issuer_slugs_issuer_id_idx" ON "issuer_slugs"("issuer_id");
CREATE UNIQUE INDEX "issuer_slugs_one_current" ON "issuer_slugs"("issuer_id") WHERE "current";

CREATE TABLE "issuer_signing_keys" (
  "id" UUID NOT NULL,
  "issuer_id" UUID NOT NULL,
  "key_id" TEXT NOT NULL,
  "algorithm" "key_algorithm" NOT NULL,
  "public_jwk" TEXT NOT NULL,
  "private_sealed" TEXT,
  "statement" TEXT NOT NULL,
  "state" "key_state" NOT NULL DEFAULT 'active',
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "issuer_signing_keys_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "issuer_signing_keys_key_id_key" ON "issuer_signing_keys"("key_id");
CREATE INDEX "issuer_signing_keys_issuer_id_idx" ON "issuer_signing_keys"("issuer_id");
CREATE UNIQUE INDEX "issuer_signing_keys_one_active" ON "issuer_signing_keys"("issuer_id", "algorithm") WHERE "state" = 'active';

CREATE TABLE "service_keys" (
  "id" TEXT NOT NULL,
  "public_jwk" TEXT NOT NULL,
  "private_sealed" TEXT,
  "state" "key_state" NOT NULL DEFAULT 'active',
  "mac" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "service_keys_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "service_keys_one_active" ON "service_keys"((true)) WHERE "state" = 'active';

CREATE TABLE "issuer_api_keys" (
  "id" UUID NOT NULL,
  "issuer_id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "key_hash" TEXT NOT NULL,
  "last_four" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "last_used_at" TIMESTAMPTZ(3),
  "revoked_at" TIMESTAMPTZ(3),
  "revoked_reason" TEXT,
  CONSTRAINT "issuer_api_keys_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "issuer_api_keys_key_hash_key" ON "issuer_api_keys"("key_hash");
CREATE INDEX "issuer_api_keys_issuer_id_idx" ON "issuer_api_keys"("issuer_id");

CREATE TABLE "status_lists" (
  "id" UUID NOT NULL,
  "issuer_id" UUID NOT NULL,
  "length" INTEGER NOT NULL,
  "used" INTEGER NOT NULL DEFAULT 0,
  "seed" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "status_lists_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "status_lists_issuer_id_idx" ON "status_lists"("issuer_id");
-- At most one list of an issuer still has room: two processes cannot both open a new one.
CREATE UNIQUE INDEX "status_lists_one_open" ON "status_lists"("issuer_id") WHERE "used" < "length";

CREATE TABLE "certificates" (
  "id" UUID NOT NULL,
  "issuer_id" UUID NOT NULL,
  "lineage_id" UUID NOT NULL,
  "revision" INTEGER NOT NULL,
  "serial" TEXT NOT NULL,
  "serial_key" TEXT NOT NULL,
  "status" "certificate_status" NOT NULL,
  "issued_at" TIMESTAMPTZ(3) NOT NULL,
  "expires_at" TIMESTAMPTZ(3),
  "recorded_at" TIMESTAMPTZ(3) NOT NULL,
  "withdrawn_at" TIMESTAMPTZ(3),
  "withdrawal_reason" TEXT,
  "withdrawal_salt" TEXT,
  "withdrawal_note" TEXT,
  "correction_note" TEXT,
  "full_name" TEXT NOT NULL,
  "registration_number" TEXT,
  "event_title" TEXT NOT NULL,
  "achievement" TEXT NOT NULL,
  "event_date" TEXT,
  "email" TEXT,
  "status_list_id" UUID NOT NULL,
  "status_index" INTEGER NOT NULL,
  CONSTRAINT "certificates_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "certificates_serial_key_key" ON "certificates"("serial_key");
CREATE UNIQUE INDEX "certificates_lineage_id_revision_key" ON "certificates"("lineage_id", "revision");
CREATE UNIQUE INDEX "certificates_status_list_id_status_index_key" ON "certificates"("status_list_id", "status_index");
CREATE INDEX "certificates_issuer_id_idx" ON "certificates"("issuer_id");
-- One current revision a lineage: the one that is not superseded.
CREATE UNIQUE INDEX "certificates_one_current" ON "certificates"("lineage_id") WHERE "status" <> 'superseded';
-- The bits that are set in a status list.
CREATE INDEX "certificates_status_bits" ON "certificates"("status_list_id", "status_index") WHERE "status" <> 'issued';

CREATE TABLE "signed_forms" (
  "certificate_id" UUID NOT NULL,
  "sequence" INTEGER NOT NULL,
  "vc_jwt" TEXT NOT NULL,
  "open_badge_jsonld" TEXT NOT NULL,
  "open_badge_jwt" TEXT NOT NULL,
  CONSTRAINT "signed_forms_pkey" PRIMARY KEY ("certificate_id", "sequence")
);
-- Signed text does not compress: stored as it is, in the row where it fits, it is read without unpacking.
ALTER TABLE "signed_forms" ALTER COLUMN "vc_jwt" SET STORAGE EXTERNAL;
ALTER TABLE "signed_forms" ALTER COLUMN "open_badge_jwt" SET STORAGE EXTERNAL;

CREATE TABLE "events" (
  "chain_id" UUID NOT NULL,
  "sequence" INTEGER NOT NULL,
  "chain" "event_chain" NOT NULL,
  "type" "event_type" NOT NULL,
  "certificate_id" UUID,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "actor" TEXT NOT NULL,
  "previous_hash" TEXT,
  "vc_jwt_sha256" TEXT,
  "open_badge_jsonld_sha256" TEXT,
  "open_badge_jwt_sha256" TEXT,
  "detail" TEXT,
  "service_key_id" TEXT NOT NULL,
  "signature" TEXT NOT NULL,
  CONSTRAINT "events_pkey" PRIMARY KEY ("chain_id", "sequence")
);

CREATE TABLE "certificate_checks" (
  "certificate_id" UUID NOT NULL,
  "day" DATE NOT NULL,
  "checks" BIGINT NOT NULL,
  "last_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "certificate_checks_pkey" PRIMARY KEY ("certificate_id", "day")
);

CREATE TABLE "import_batches" (
  "id" UUID NOT NULL,
  "issuer_id" UUID NOT NULL,
  "file_sha256" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "import_batches_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "import_batches_issuer_id_file_sha256_key" ON "import_batches"("issuer_id", "file_sha256");

CREATE TABLE "import_rows" (
  "batch_id" UUID NOT NULL,
  "line" INTEGER NOT NULL,
  "row_hash" TEXT NOT NULL,
  "occurrence" INTEGER NOT NULL,
  "certificate_id" UUID NOT NULL,
  CONSTRAINT "import_rows_pkey" PRIMARY KEY ("batch_id", "line")
);
CREATE UNIQUE INDEX "import_rows_certificate_id_key" ON "import_rows"("certificate_id");
CREATE INDEX "import_rows_row_hash_occurrence_idx" ON "import_rows"("row_hash", "occurrence");

CREATE TABLE "service_settings" (
  "key" TEXT NOT NULL,
  "value" TEXT NOT NULL,
  CONSTRAINT "service_settings_pkey" PRIMARY KEY ("key")
);

ALTER TABLE "issuer_slugs" ADD CONSTRAINT "issuer_slugs_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "issuers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "issuer_signing_keys" ADD CONSTRAINT "issuer_signing_keys_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "issuers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "issuer_api_keys" ADD CONSTRAINT "issuer_api_keys_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "issuers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "status_lists" ADD CONSTRAINT "status_lists_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "issuers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "issuers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_status_list_id_fkey" FOREIGN KEY ("status_list_id") REFERENCES "status_lists"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "signed_forms" ADD CONSTRAINT "signed_forms_certificate_id_fkey" FOREIGN KEY ("certificate_id") REFERENCES "certificates"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "certificate_checks" ADD CONSTRAINT "certificate_checks_certificate_id_fkey" FOREIGN KEY ("certificate_id") REFERENCES "certificates"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "import_batches" ADD CONSTRAINT "import_batches_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "issuers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "import_batches"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_certificate_id_fkey" FOREIGN KEY ("certificate_id") REFERENCES "certificates"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- History is never rewritten. The statement trigger stops TRUNCATE, which row triggers let through; ALWAYS keeps both
-- working under session_replication_role = replica.
CREATE FUNCTION "refuse_change_of_history"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'events are append-only: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "events_append_only" BEFORE UPDATE OR DELETE ON "events"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_history"();
CREATE TRIGGER "events_no_truncate" BEFORE TRUNCATE ON "events"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_history"();
ALTER TABLE "events" ENABLE ALWAYS TRIGGER "events_append_only";
ALTER TABLE "events" ENABLE ALWAYS TRIGGER "events_no_truncate";

-- A chain grows by one at its end.
CREATE FUNCTION "refuse_gap_in_history"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."sequence" <> 1 AND NOT EXISTS (
    SELECT 1 FROM "events" WHERE "chain_id" = NEW."chain_id" AND "sequence" = NEW."sequence" - 1
  ) OR NEW."sequence" < 1 THEN
    RAISE EXCEPTION 'event % of chain % has no predecessor', NEW."sequence", NEW."chain_id" USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "events_no_gap" BEFORE INSERT ON "events"
  FOR EACH ROW EXECUTE FUNCTION "refuse_gap_in_history"();
ALTER TABLE "events" ENABLE ALWAYS TRIGGER "events_no_gap";

-- Signed bytes are never changed; a re-signing adds a row.
CREATE FUNCTION "refuse_change_of_signed_forms"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'signed forms are never changed' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "signed_forms_unchanged" BEFORE UPDATE ON "signed_forms"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_signed_forms"();
ALTER TABLE "signed_forms" ENABLE ALWAYS TRIGGER "signed_forms_unchanged";

-- The states of a certificate: issued to superseded or withdrawn, and there it stays. What is signed stays as it is.
CREATE FUNCTION "refuse_wrong_certificate_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."status" <> OLD."status" AND OLD."status" <> 'issued' THEN
    RAISE EXCEPTION 'a % certificate stays %', OLD."status", OLD."status" USING ERRCODE = 'restrict_violation';
  END IF;
  IF (NEW."id", NEW."issuer_id", NEW."lineage_id", NEW."revision", NEW."serial", NEW."serial_key", NEW."issued_at",
      NEW."recorded_at", NEW."status_list_id", NEW."status_index")
     IS DISTINCT FROM
     (OLD."id", OLD."issuer_id", OLD."lineage_id", OLD."revision", OLD."serial", OLD."serial_key", OLD."issued_at",
      OLD."recorded_at", OLD."status_list_id", OLD."status_index") THEN
    RAISE EXCEPTION 'what a certificate was issued with does not change' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "certificates_states" BEFORE UPDATE ON "certificates"
  FOR EACH ROW EXECUTE FUNCTION "refuse_wrong_certificate_change"();
ALTER TABLE "certificates" ENABLE ALWAYS TRIGGER "certificates_states";

-- Exactly one current revision, the last one, with all before it: at the end of each transaction.
CREATE FUNCTION "refuse_broken_lineage"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  revisions BIGINT;
  last_revision INTEGER;
  currents BIGINT;
  current_revision INTEGER;
  issuers BIGINT;
BEGIN
  SELECT count(*), max("revision"), count(*) FILTER (WHERE "status" <> 'superseded'),
         max("revision") FILTER (WHERE "status" <> 'superseded'), count(DISTINCT "issuer_id")
    INTO revisions, last_revision, currents, current_revision, issuers
    FROM "certificates" WHERE "lineage_id" = NEW."lineage_id";
  IF revisions > 0 AND (revisions <> last_revision OR currents <> 1 OR current_revision <> last_revision OR issuers <> 1) THEN
    RAISE EXCEPTION 'lineage % must have exactly one current certificate, its last revision', NEW."lineage_id"
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER "certificates_one_lineage" AFTER INSERT OR UPDATE OF "status", "revision", "lineage_id" ON "certificates"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "refuse_broken_lineage"();
ALTER TABLE "certificates" ENABLE ALWAYS TRIGGER "certificates_one_lineage";
