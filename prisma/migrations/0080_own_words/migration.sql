-- What an organization says of itself on its public page, in its own words. Until now the operator wrote it, and it was under no
-- seal. The program seals the rows that are made here, in this very transaction; one that comes later without a seal counts for nothing.

CREATE TABLE "issuer_own_words" (
  "issuer_id" UUID NOT NULL,
  "description" TEXT,
  "contact" TEXT,
  "website" TEXT,
  -- As an activity names who acts: `user:…` or `operator`.
  "changed_by" TEXT NOT NULL,
  "changed_at" TIMESTAMPTZ(3) NOT NULL,
  "mac" TEXT,
  CONSTRAINT "issuer_own_words_pkey" PRIMARY KEY ("issuer_id")
);
ALTER TABLE "issuer_own_words" ADD CONSTRAINT "issuer_own_words_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "issuers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

INSERT INTO "issuer_own_words" ("issuer_id", "description", "website", "changed_by", "changed_at")
  SELECT "id", "description", "website", 'operator', "created_at" FROM "issuers"
  WHERE "description" IS NOT NULL OR "website" IS NOT NULL;
ALTER TABLE "issuers" DROP COLUMN "description", DROP COLUMN "website";

CREATE TRIGGER "issuer_own_words_sealed" BEFORE UPDATE ON "issuer_own_words"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unsealed_change"('issuer_id', 'description', 'contact', 'website', 'changed_by', 'changed_at');
CREATE TRIGGER "issuer_own_words_seal_ends" AFTER INSERT OR UPDATE OR DELETE ON "issuer_own_words"
  FOR EACH ROW EXECUTE FUNCTION "end_seals"();
ALTER TABLE "issuer_own_words" ENABLE ALWAYS TRIGGER "issuer_own_words_sealed";
ALTER TABLE "issuer_own_words" ENABLE ALWAYS TRIGGER "issuer_own_words_seal_ends";
