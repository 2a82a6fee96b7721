-- What the page of a file says beside its certificates: its name, and the rows that were refused, both encrypted. Refused rows speak
-- of people who have no certificate, so they go after a month.
CREATE TABLE "batch_notes" (
    "batch_id" UUID NOT NULL,
    "file_name" TEXT NOT NULL,
    "refused" INTEGER NOT NULL,
    "refused_rows" TEXT,
    "noted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "batch_notes_pkey" PRIMARY KEY ("batch_id"),
    CONSTRAINT "batch_notes_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "import_batches"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "batch_notes_noted_at_idx" ON "batch_notes"("noted_at");
