-- Certificates of one event, the newest first, for the list at the desk.
CREATE INDEX "certificates_issuer_id_event_title_recorded_at_id_idx" ON "certificates"("issuer_id", "event_title", "recorded_at", "id");
