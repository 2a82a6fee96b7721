-- A person's file that waits to be confirmed makes room for the next one at the same issuer; one for another issuer stays.
DROP INDEX "issue_runs_one_ready";
CREATE UNIQUE INDEX "issue_runs_one_ready" ON "issue_runs"("user_id", "issuer_id") WHERE "state" = 'ready';
