-- A file that was checked again is found by the addresses that it had before. One that colleagues work on together belongs to no
-- single person's uploads: they neither replace it nor are replaced by it.
ALTER TABLE "issue_runs"
  ADD COLUMN "replaced" UUID[] NOT NULL DEFAULT '{}',
  ADD COLUMN "shared" BOOLEAN NOT NULL DEFAULT false;
DROP INDEX "issue_runs_one_ready";
CREATE UNIQUE INDEX "issue_runs_one_ready" ON "issue_runs"("user_id", "issuer_id") WHERE "state" = 'ready' AND NOT "shared";
