-- What a holder has decided about a certificate that a passport does not show: one that nobody decided about waits, one that is
-- hidden was shown before, and one that was refused is not asked about again. It takes away only, so it is under no seal.
ALTER TABLE "passport_certificates"
  ADD COLUMN "decision" TEXT,
  ADD CONSTRAINT "passport_certificates_decisions" CHECK ("decision" IN ('hidden', 'refused'));
