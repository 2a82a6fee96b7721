-- Where issuers' programs are told what happens, and what is to be delivered there.

CREATE TABLE "webhooks" (
  "id" UUID NOT NULL,
  "issuer_id" UUID NOT NULL,
  "url" TEXT NOT NULL,
  -- Kinds of events, with a space between.
  "events" TEXT NOT NULL,
  -- What deliveries are signed with, encrypted under a key derived from KEY_ENCRYPTION_KEY.
  "secret" TEXT NOT NULL,
  -- The owner who answers for it: nothing is delivered for one who is an owner no more.
  "made_by" UUID NOT NULL,
  "state" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  -- How delivering goes, which is under no seal: when it was last tried and last went well, and since when it fails.
  "attempted_at" TIMESTAMPTZ(3),
  "delivered_at" TIMESTAMPTZ(3),
  "failing_since" TIMESTAMPTZ(3),
  "failures" INTEGER NOT NULL DEFAULT 0,
  "retry_at" TIMESTAMPTZ(3),
  "mac" TEXT,
  CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "webhooks_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "issuers"("id")
    ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "webhooks_states" CHECK ("state" IN ('unconfirmed', 'active', 'paused', 'disabled'))
);
CREATE INDEX "webhooks_issuer_id_idx" ON "webhooks"("issuer_id");

-- A row stays for thirty days, and goes with its certificate if that is erased.
CREATE TABLE "webhook_deliveries" (
  "id" UUID NOT NULL,
  "webhook_id" UUID NOT NULL,
  "certificate_id" UUID,
  "kind" TEXT NOT NULL,
  -- JSON: serials, ids and words; no name.
  "data" TEXT NOT NULL,
  "occurred_at" TIMESTAMPTZ(3) NOT NULL,
  "state" TEXT NOT NULL DEFAULT 'queued',
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  "claim" UUID,
  "claimed_at" TIMESTAMPTZ(3),
  "finished_at" TIMESTAMPTZ(3),
  -- What the last attempt came to: a status of HTTP, or a word such as `unreachable`.
  "last_result" TEXT,
  "mac" TEXT,
  CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id")
    ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "webhook_deliveries_certificate_id_fkey" FOREIGN KEY ("certificate_id") REFERENCES "certificates"("id")
    ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "webhook_deliveries_states" CHECK ("state" IN ('queued', 'sending', 'delivered', 'failed')),
  CONSTRAINT "webhook_deliveries_claimed" CHECK ("state" <> 'sending' OR ("claim" IS NOT NULL AND "claimed_at" IS NOT NULL))
);
CREATE INDEX "webhook_deliveries_certificate_id_idx" ON "webhook_deliveries"("certificate_id");
CREATE INDEX "webhook_deliveries_occurred_at_idx" ON "webhook_deliveries"("occurred_at");
CREATE INDEX "webhook_deliveries_webhook_id_occurred_at_id_idx" ON "webhook_deliveries"("webhook_id", "occurred_at", "id");
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries"("webhook_id", "next_attempt_at", "id") WHERE "state" = 'queued';
CREATE INDEX "webhook_deliveries_under_way" ON "webhook_deliveries"("webhook_id", "claimed_at") WHERE "state" = 'sending';

-- When an issuer's webhooks were told of a report: by a process of the desk, since who sends one writes to no table of it.
ALTER TABLE "reports" ADD COLUMN "told_at" TIMESTAMPTZ(3);
UPDATE "reports" SET "told_at" = "created_at";
CREATE INDEX "reports_untold" ON "reports"("created_at") WHERE "told_at" IS NULL AND "issuer_id" IS NOT NULL;

CREATE TRIGGER "webhooks_sealed" BEFORE UPDATE ON "webhooks"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unsealed_change"('id', 'issuer_id', 'url', 'events', 'secret', 'made_by', 'state');
CREATE TRIGGER "webhooks_seal_ends" AFTER INSERT OR UPDATE OR DELETE ON "webhooks"
  FOR EACH ROW EXECUTE FUNCTION "end_seals"();
ALTER TABLE "webhooks" ENABLE ALWAYS TRIGGER "webhooks_sealed";
ALTER TABLE "webhooks" ENABLE ALWAYS TRIGGER "webhooks_seal_ends";
