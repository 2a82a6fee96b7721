-- What this service has confirmed as a witness of other logs (spec part 18, section 6). The journal's folder keeps the same.
CREATE TABLE "witnessed_trees" (
  "origin" TEXT NOT NULL,
  "size" BIGINT NOT NULL,
  "root" BYTEA NOT NULL,
  -- The checkpoint with the signatures of its log and of this witness.
  "note" TEXT NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "witnessed_trees_pkey" PRIMARY KEY ("origin"),
  CONSTRAINT "witnessed_trees_size" CHECK ("size" >= 0)
);
