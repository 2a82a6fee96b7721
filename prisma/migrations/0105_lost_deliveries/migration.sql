-- What did not arrive is counted on every start page of an owner.
CREATE INDEX "webhook_deliveries_lost" ON "webhook_deliveries"("webhook_id", "finished_at") WHERE "state" = 'failed';
