-- Wrong codes of an authenticator app within a session: after a few the session ends.
ALTER TABLE "desk_sessions" ADD COLUMN "wrong_codes" INTEGER NOT NULL DEFAULT 0;

-- The half minute of the last code that was taken: only a later one's is taken after it. `last_code_hash` and
-- `last_code_at` are written no more.
ALTER TABLE "desk_two_factors" ADD COLUMN "last_code_step" BIGINT;

-- When others last changed what a person may do at an issuer, or how they sign in; null when never since they joined.
ALTER TABLE "desk_members" ADD COLUMN "changed_at" TIMESTAMPTZ(3);
UPDATE "desk_members" m SET "changed_at" = (
  SELECT max(a."at") FROM "desk_activities" a WHERE a."issuer_id" = m."issuer_id" AND a."subject" = m."user_id"::text
    AND a."action" IN ('person.role_changed', 'person.reset'));

-- A withdrawal that waits has nothing left to wait for where the certificate was withdrawn or corrected meanwhile.
UPDATE "withdrawal_approvals" a SET "approved" = false, "decided_by" = 'operator', "decided_at" = clock_timestamp(),
  "reason" = NULL, "public_reason" = NULL
FROM "certificates" c WHERE c."id" = a."certificate_id" AND a."decided_at" IS NULL AND c."status" <> 'issued';

-- For counting an issuer's withdrawals and corrections of the last hour.
CREATE INDEX "desk_activities_changes" ON "desk_activities"("issuer_id", "at")
  WHERE "action" IN ('certificate.withdrawn', 'certificate.corrected');
