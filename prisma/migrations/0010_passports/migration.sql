-- Passports: a holder's choice of certificates behind a random handle, managed by a private link. What they show is judged
-- anew for each reader; nothing of a certificate is stored here but its lineage.

CREATE TABLE "passports" (
  "id" UUID NOT NULL,
  "handle" TEXT NOT NULL,
  -- SHA-256 of the private link's 128 bits.
  "manage_hash" TEXT NOT NULL,
  "show_name" BOOLEAN NOT NULL,
  "published" BOOLEAN NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "passports_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "passports_handle_key" ON "passports"("handle");
CREATE UNIQUE INDEX "passports_manage_hash_key" ON "passports"("manage_hash");

CREATE TABLE "passport_certificates" (
  "passport_id" UUID NOT NULL,
  -- The chain of corrections: what is shown is its current certificate.
  "lineage_id" UUID NOT NULL,
  "issuer_id" UUID NOT NULL,
  -- What an issuer adds is not shown before the holder chooses it.
  "chosen" BOOLEAN NOT NULL,
  -- The order in which they were added.
  "place" BIGINT GENERATED ALWAYS AS IDENTITY NOT NULL,
  "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "passport_certificates_pkey" PRIMARY KEY ("passport_id", "lineage_id"),
  CONSTRAINT "passport_certificates_passport_id_fkey" FOREIGN KEY ("passport_id") REFERENCES "passports"("id")
    ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "passport_certificates_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "issuers"("id")
    ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "passport_certificates_lineage_id_idx" ON "passport_certificates"("lineage_id");
