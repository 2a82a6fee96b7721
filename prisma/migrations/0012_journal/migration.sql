-- What the journal outside of the database needs in it (docs/decisions/0031).

-- Raised by one at the end of every transaction that is journalled: a database whose number is lower than one that was
-- seen is older than it was.
CREATE TABLE "journal_position" (
  "id" INTEGER NOT NULL DEFAULT 1,
  "position" BIGINT NOT NULL DEFAULT 0,
  -- Whether the events from before there was a journal were written to it.
  "filled" BOOLEAN NOT NULL DEFAULT true,
  CONSTRAINT "journal_position_pkey" PRIMARY KEY ("id")
);
INSERT INTO "journal_position" ("id", "position", "filled")
  VALUES (1, 0, NOT EXISTS (SELECT 1 FROM "events" WHERE "type" <> 'issued'));

-- What was committed and is not known to be in the journal yet.
CREATE TABLE "journal_outbox" (
  "id" UUID NOT NULL,
  "position" BIGINT NOT NULL,
  "lines" TEXT NOT NULL,
  "enclosures" JSONB NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "journal_outbox_pkey" PRIMARY KEY ("id")
);

-- How far each file of a journal is known to be contained in this very database.
CREATE TABLE "journal_marks" (
  "segment" TEXT NOT NULL,
  "bytes" BIGINT NOT NULL,
  CONSTRAINT "journal_marks_pkey" PRIMARY KEY ("segment")
);
