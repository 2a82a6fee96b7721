-- What an issuer chose about the mail that goes out in its name. One row an issuer; none is the service's own way.

CREATE TABLE "issuer_mail_settings" (
  "issuer_id" UUID NOT NULL,
  -- Of recipients whose row names none; null for that of the service.
  "language" TEXT,
  -- Whether the box that mails recipients is ticked beforehand when certificates are issued.
  "notify" BOOLEAN NOT NULL,
  -- Stand in each message with a new certificate.
  "words" TEXT,
  -- Where answers go; its mailbox has confirmed it.
  "reply_to" TEXT,
  -- An address that was asked, the hash of what its message holds, and until when that may be entered.
  "asked_reply_to" TEXT,
  "asked_hash" TEXT,
  "asked_until" TIMESTAMPTZ(3),
  -- As an activity names who acts.
  "changed_by" TEXT NOT NULL,
  "changed_at" TIMESTAMPTZ(3) NOT NULL,
  "mac" TEXT,
  CONSTRAINT "issuer_mail_settings_pkey" PRIMARY KEY ("issuer_id")
);
ALTER TABLE "issuer_mail_settings" ADD CONSTRAINT "issuer_mail_settings_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "issuers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TRIGGER "issuer_mail_settings_sealed" BEFORE UPDATE ON "issuer_mail_settings"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unsealed_change"('issuer_id', 'language', 'notify', 'words', 'reply_to', 'asked_reply_to', 'asked_hash', 'asked_until', 'changed_by', 'changed_at');
CREATE TRIGGER "issuer_mail_settings_seal_ends" AFTER INSERT OR UPDATE OR DELETE ON "issuer_mail_settings"
  FOR EACH ROW EXECUTE FUNCTION "end_seals"();
ALTER TABLE "issuer_mail_settings" ENABLE ALWAYS TRIGGER "issuer_mail_settings_sealed";
ALTER TABLE "issuer_mail_settings" ENABLE ALWAYS TRIGGER "issuer_mail_settings_seal_ends";
