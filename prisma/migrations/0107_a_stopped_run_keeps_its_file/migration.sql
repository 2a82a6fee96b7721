-- A run that something has stopped keeps its file, so that the very same bytes go on: by them what it has issued is known.

ALTER TABLE "issue_runs" DROP CONSTRAINT "issue_runs_states";
ALTER TABLE "issue_runs" ADD CONSTRAINT "issue_runs_states" CHECK (
  CASE WHEN "state" IN ('ready', 'waiting', 'checking', 'issuing') THEN "file" IS NOT NULL AND "outcome" IS NULL
    WHEN "state" = 'done' THEN "file" IS NULL AND "outcome" IS NOT NULL
    ELSE "state" = 'failed' AND "problem" IS NOT NULL END);
