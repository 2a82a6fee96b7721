-- What the desk counts: checks of the last days, and what ends soon. `day` never changes, so counting a check stays a
-- change within the page.
CREATE INDEX "certificate_checks_day_idx" ON "certificate_checks"("day");
CREATE INDEX "certificates_issuer_id_expires_at_idx" ON "certificates"("issuer_id", "expires_at");
CREATE INDEX "import_batches_issuer_id_created_at_idx" ON "import_batches"("issuer_id", "created_at");
