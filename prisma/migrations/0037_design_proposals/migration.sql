-- Designs of issuers whose domain is not verified: each waits until the operator accepts or refuses it.

CREATE TABLE "design_proposals" (
  "id" UUID NOT NULL,
  "issuer_id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "content" TEXT NOT NULL,
  -- Whose new certificates would wear it: null for none, empty for all whose event has no design of its own.
  "event_title" TEXT,
  "asked_by" TEXT NOT NULL,
  "asked_at" TIMESTAMPTZ(3) NOT NULL,
  "mac" TEXT,
  CONSTRAINT "design_proposals_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "design_proposals_issuer_id_name_key" ON "design_proposals"("issuer_id", "name");
CREATE INDEX "design_proposals_asked_at_idx" ON "design_proposals"("asked_at");
ALTER TABLE "design_proposals" ADD CONSTRAINT "design_proposals_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "issuers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TRIGGER "design_proposals_sealed" BEFORE UPDATE ON "design_proposals"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unsealed_change"('id', 'issuer_id', 'name', 'content', 'event_title', 'asked_by', 'asked_at');
CREATE TRIGGER "design_proposals_seal_ends" AFTER INSERT OR UPDATE OR DELETE ON "design_proposals"
  FOR EACH ROW EXECUTE FUNCTION "end_seals"();
ALTER TABLE "design_proposals" ENABLE ALWAYS TRIGGER "design_proposals_sealed";
ALTER TABLE "design_proposals" ENABLE ALWAYS TRIGGER "design_proposals_seal_ends";
