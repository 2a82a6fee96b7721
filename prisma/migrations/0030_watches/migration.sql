-- Watches: an address that is told when a certificate changes. Addresses are encrypted; what is public of a certificate is
-- told, and to nobody who has not confirmed (docs/decisions/0071).

-- An address that has confirmed; deleted with its last watch.
CREATE TABLE "watchers" (
  "id" UUID NOT NULL,
  -- A keyed hash of the address.
  "recipient_mac" TEXT NOT NULL,
  -- Address and secret of the private link, encrypted: messages name that link again.
  "sealed" TEXT NOT NULL,
  -- SHA-256 of the private link's 128 bits, and of what unsubscribes.
  "manage_hash" TEXT NOT NULL,
  "unsubscribe_hash" TEXT NOT NULL,
  "language" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  "mac" TEXT,
  CONSTRAINT "watchers_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "watchers_recipient_mac_key" ON "watchers"("recipient_mac");
CREATE UNIQUE INDEX "watchers_manage_hash_key" ON "watchers"("manage_hash");
CREATE UNIQUE INDEX "watchers_unsubscribe_hash_key" ON "watchers"("unsubscribe_hash");

CREATE TABLE "watches" (
  "watcher_id" UUID NOT NULL,
  -- The chain of corrections: what is watched is its current certificate.
  "lineage_id" UUID NOT NULL,
  "issuer_id" UUID NOT NULL,
  -- What the watcher was told last, or saw when they asked.
  "told_certificate_id" UUID NOT NULL,
  "told" TEXT NOT NULL,
  "told_at" TIMESTAMPTZ(3),
  -- Whether they were told that the watch itself ends.
  "reminded" BOOLEAN NOT NULL DEFAULT false,
  -- When to look again: at once after a change, otherwise when time alone changes something.
  "look_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  "mac" TEXT,
  CONSTRAINT "watches_pkey" PRIMARY KEY ("watcher_id", "lineage_id"),
  CONSTRAINT "watches_watcher_id_fkey" FOREIGN KEY ("watcher_id") REFERENCES "watchers"("id")
    ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "watches_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "issuers"("id")
    ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "watches_told" CHECK ("told" IN ('current', 'ending', 'expired', 'withdrawn', 'issuer_suspended'))
);
CREATE INDEX "watches_lineage_id_idx" ON "watches"("lineage_id");
CREATE INDEX "watches_issuer_id_idx" ON "watches"("issuer_id");
CREATE INDEX "watches_look_at_idx" ON "watches"("look_at");

-- What was asked for and waits to be confirmed; it is counted for a day.
CREATE TABLE "watch_requests" (
  "id" UUID NOT NULL,
  "recipient_mac" TEXT NOT NULL,
  -- A keyed hash of the network that it came from.
  "sender_mac" TEXT,
  -- Address, language and certificates, encrypted; emptied when the address refuses or unsubscribes.
  "sealed" TEXT,
  -- SHA-256 of the confirming link's 128 bits.
  "confirm_hash" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "mac" TEXT,
  CONSTRAINT "watch_requests_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "watch_requests_confirm_hash_key" ON "watch_requests"("confirm_hash");
CREATE INDEX "watch_requests_recipient_mac_created_at_idx" ON "watch_requests"("recipient_mac", "created_at");
CREATE INDEX "watch_requests_sender_mac_created_at_idx" ON "watch_requests"("sender_mac", "created_at");
CREATE INDEX "watch_requests_expires_at_idx" ON "watch_requests"("expires_at");

-- Addresses that want no such message, whoever asks: keyed hashes.
CREATE TABLE "watch_refusals" (
  "recipient_mac" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "watch_refusals_pkey" PRIMARY KEY ("recipient_mac")
);

CREATE TRIGGER "watchers_sealed" BEFORE UPDATE ON "watchers" FOR EACH ROW EXECUTE FUNCTION
  "refuse_unsealed_change"('id', 'recipient_mac', 'sealed', 'manage_hash', 'unsubscribe_hash', 'language');
CREATE TRIGGER "watchers_seal_ends" AFTER INSERT OR UPDATE OR DELETE ON "watchers"
  FOR EACH ROW EXECUTE FUNCTION "end_seals"();
ALTER TABLE "watchers" ENABLE ALWAYS TRIGGER "watchers_sealed";
ALTER TABLE "watchers" ENABLE ALWAYS TRIGGER "watchers_seal_ends";
CREATE TRIGGER "watches_sealed" BEFORE UPDATE ON "watches"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unsealed_change"('watcher_id', 'lineage_id', 'issuer_id', 'expires_at');
CREATE TRIGGER "watches_seal_ends" AFTER INSERT OR UPDATE OR DELETE ON "watches"
  FOR EACH ROW EXECUTE FUNCTION "end_seals"();
ALTER TABLE "watches" ENABLE ALWAYS TRIGGER "watches_sealed";
ALTER TABLE "watches" ENABLE ALWAYS TRIGGER "watches_seal_ends";
CREATE TRIGGER "watch_requests_sealed" BEFORE UPDATE ON "watch_requests" FOR EACH ROW EXECUTE FUNCTION
  "refuse_unsealed_change"('id', 'recipient_mac', 'sealed', 'confirm_hash', 'expires_at');
CREATE TRIGGER "watch_requests_seal_ends" AFTER INSERT OR UPDATE OR DELETE ON "watch_requests"
  FOR EACH ROW EXECUTE FUNCTION "end_seals"();
ALTER TABLE "watch_requests" ENABLE ALWAYS TRIGGER "watch_requests_sealed";
ALTER TABLE "watch_requests" ENABLE ALWAYS TRIGGER "watch_requests_seal_ends";
