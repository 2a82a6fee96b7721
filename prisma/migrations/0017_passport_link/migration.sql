-- The private link that a new one replaced: it opens until the new one is used for the first time, so that an answer
-- that was lost locks nobody out.
ALTER TABLE "passports" ADD COLUMN "previous_manage_hash" TEXT;
CREATE UNIQUE INDEX "passports_previous_manage_hash_key" ON "passports"("previous_manage_hash");

-- Records of the journal that a replay could not bring back: they stay missing, and no longer mean that nobody has
-- looked after a restore yet.
CREATE TABLE "journal_refusals" (
  "record" TEXT NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "journal_refusals_pkey" PRIMARY KEY ("record")
);
