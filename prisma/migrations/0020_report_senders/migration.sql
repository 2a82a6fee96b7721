-- A keyed hash of the network a report came from, for a day: so that one sender's many do not count for everybody's.
ALTER TABLE "reports" ADD COLUMN "sender_mac" TEXT;
CREATE INDEX "reports_sender_mac_created_at_idx" ON "reports"("sender_mac", "created_at");
