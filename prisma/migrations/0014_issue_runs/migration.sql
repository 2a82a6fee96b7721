-- Files that people sent to be issued, and what became of them: known to every process, for an hour at most.

CREATE TABLE "issue_runs" (
  "id" UUID NOT NULL,
  "issuer_id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "state" TEXT NOT NULL DEFAULT 'ready',
  -- Sealed under a key derived from KEY_ENCRYPTION_KEY, each for this row and its own purpose: the file, which is emptied
  -- once it is not needed any more; its name, choices and what the check before issuing found; what became of it.
  "file" TEXT,
  "preview" TEXT NOT NULL,
  "outcome" TEXT,
  -- A sentence without personal data.
  "problem" TEXT,
  "done" INTEGER NOT NULL DEFAULT 0,
  "total" INTEGER NOT NULL,
  -- When the process that is at it last said so.
  "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "issue_runs_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "issue_runs_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "issuers"("id")
    ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "issue_runs_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "desk_users"("id")
    ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "issue_runs_states" CHECK (
    CASE WHEN "state" IN ('ready', 'waiting', 'checking', 'issuing') THEN "file" IS NOT NULL AND "outcome" IS NULL
      WHEN "state" = 'done' THEN "file" IS NULL AND "outcome" IS NOT NULL
      ELSE "state" = 'failed' AND "file" IS NULL AND "problem" IS NOT NULL END)
);
-- A person's file that waits to be confirmed makes room for the next one.
CREATE UNIQUE INDEX "issue_runs_one_ready" ON "issue_runs"("user_id") WHERE "state" = 'ready';
CREATE INDEX "issue_runs_issuer_id_idx" ON "issue_runs"("issuer_id");
CREATE INDEX "issue_runs_expires_at_idx" ON "issue_runs"("expires_at");
