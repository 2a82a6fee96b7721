-- What visitors report: forgeries and mistakes. To the issuer whose certificate it is about, else to the operator.

CREATE TABLE "reports" (
  "id" UUID NOT NULL,
  -- Null for a report to the operator.
  "issuer_id" UUID,
  -- The certificate that has the serial, if any.
  "certificate_id" UUID,
  "kind" TEXT NOT NULL,
  -- Emptied, as all that the reporter wrote, when its time is over.
  "serial" TEXT,
  -- The matching form, for counting what is reported about one serial; "" without one. Emptied with it.
  "serial_key" TEXT,
  "message" TEXT,
  "email" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  -- `user:<uuid>` or `operator`
  "closed_by" TEXT,
  "closed_at" TIMESTAMPTZ(3),
  "note" TEXT,
  CONSTRAINT "reports_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "reports_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "issuers"("id")
    ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "reports_certificate_id_fkey" FOREIGN KEY ("certificate_id") REFERENCES "certificates"("id")
    ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "reports_kinds" CHECK ("kind" IN ('forgery', 'mistake')),
  CONSTRAINT "reports_closed" CHECK (("closed_at" IS NULL) = ("closed_by" IS NULL))
);
CREATE INDEX "reports_open" ON "reports"("issuer_id", "created_at") WHERE "closed_at" IS NULL;
CREATE INDEX "reports_issuer_id_created_at_idx" ON "reports"("issuer_id", "created_at");
CREATE INDEX "reports_certificate_id_idx" ON "reports"("certificate_id");
CREATE INDEX "reports_serial_key_created_at_idx" ON "reports"("serial_key", "created_at");
CREATE INDEX "reports_to_empty" ON "reports"("created_at") WHERE "message" IS NOT NULL;
