-- Withdrawals that wait for a second owner: past fifty in an hour at one issuer, whoever has taken over one account does
-- not withdraw everything.

CREATE TABLE "withdrawal_approvals" (
  "id" UUID NOT NULL,
  "issuer_id" UUID NOT NULL,
  "certificate_id" UUID NOT NULL,
  -- Emptied once it is decided: with an approval they go to the certificate.
  "reason" TEXT,
  "public_reason" TEXT,
  -- `user:<uuid>`
  "asked_by" TEXT NOT NULL,
  "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  "decided_by" TEXT,
  "decided_at" TIMESTAMPTZ(3),
  "approved" BOOLEAN,
  CONSTRAINT "withdrawal_approvals_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "withdrawal_approvals_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "issuers"("id")
    ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "withdrawal_approvals_certificate_id_fkey" FOREIGN KEY ("certificate_id") REFERENCES "certificates"("id")
    ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "withdrawal_approvals_waiting_or_decided" CHECK (
    CASE WHEN "decided_at" IS NULL
      THEN "decided_by" IS NULL AND "approved" IS NULL AND "reason" IS NOT NULL
      ELSE "decided_by" IS NOT NULL AND "approved" IS NOT NULL AND "reason" IS NULL AND "public_reason" IS NULL END),
  CONSTRAINT "withdrawal_approvals_by_another" CHECK ("approved" IS NOT TRUE OR "decided_by" <> "asked_by")
);
CREATE UNIQUE INDEX "withdrawal_approvals_one_waiting" ON "withdrawal_approvals"("certificate_id") WHERE "decided_at" IS NULL;
CREATE INDEX "withdrawal_approvals_issuer_id_asked_at_idx" ON "withdrawal_approvals"("issuer_id", "asked_at");

-- For counting an issuer's withdrawals of the last hour.
CREATE INDEX "desk_activities_withdrawals" ON "desk_activities"("issuer_id", "at") WHERE "action" = 'certificate.withdrawn';
