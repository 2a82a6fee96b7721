-- Mail that waits to be sent, and what became of mail that was. A row stays for good: its dedupe key is what keeps the
-- same thing from being told twice.

CREATE TABLE "mail_messages" (
  "id" UUID NOT NULL,
  "kind" TEXT NOT NULL,
  "issuer_id" UUID,
  "certificate_id" UUID,
  "language" TEXT NOT NULL,
  -- What is told twice has the same key. Ids only, no personal data.
  "dedupe_key" TEXT NOT NULL,
  -- Address and values of the message, sealed under a key derived from KEY_ENCRYPTION_KEY; emptied once it is sent.
  "sealed" TEXT,
  -- A keyed hash of the address, by which an erasure finds what waits for a person; emptied with it.
  "recipient_mac" TEXT,
  -- Few and awaited, such as invitations: before the many of a bulk issue.
  "urgent" BOOLEAN NOT NULL DEFAULT false,
  "state" TEXT NOT NULL DEFAULT 'queued',
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  -- Of the attempt under way, or the last one: whose it is, since when, and since when its text was handed over.
  "claim" UUID,
  "claimed_at" TIMESTAMPTZ(3),
  "handed_over_at" TIMESTAMPTZ(3),
  "finished_at" TIMESTAMPTZ(3),
  -- A word such as `rejected_550`, never what the other side said.
  "last_error" TEXT,
  CONSTRAINT "mail_messages_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "mail_messages_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "issuers"("id")
    ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "mail_messages_certificate_id_fkey" FOREIGN KEY ("certificate_id") REFERENCES "certificates"("id")
    ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "mail_messages_states" CHECK (
    "state" IN ('queued', 'sending', 'sent', 'failed', 'unknown', 'abandoned')),
  CONSTRAINT "mail_messages_sealed" CHECK (
    CASE WHEN "state" IN ('sent', 'abandoned') THEN "sealed" IS NULL AND "recipient_mac" IS NULL
      WHEN "state" IN ('queued', 'sending') THEN "sealed" IS NOT NULL AND "recipient_mac" IS NOT NULL
      ELSE true END),
  CONSTRAINT "mail_messages_claimed" CHECK ("state" <> 'sending' OR ("claim" IS NOT NULL AND "claimed_at" IS NOT NULL))
);
CREATE UNIQUE INDEX "mail_messages_dedupe_key_key" ON "mail_messages"("dedupe_key");
CREATE INDEX "mail_messages_certificate_id_idx" ON "mail_messages"("certificate_id");
CREATE INDEX "mail_messages_claimed_at_idx" ON "mail_messages"("claimed_at");
CREATE INDEX "mail_messages_waiting" ON "mail_messages"("urgent" DESC, "next_attempt_at", "id") WHERE "state" = 'queued';
CREATE INDEX "mail_messages_unsettled" ON "mail_messages"("state", "created_at") WHERE "state" IN ('sending', 'failed', 'unknown');
CREATE INDEX "mail_messages_recipient" ON "mail_messages"("recipient_mac") WHERE "recipient_mac" IS NOT NULL;

-- The language that a recipient is written to in; null for the service's.
ALTER TABLE "certificates" ADD COLUMN "language" TEXT;

-- Whether the recipient is told once a withdrawal that waits is approved.
ALTER TABLE "withdrawal_approvals" ADD COLUMN "notify" BOOLEAN;
