-- What the columns of an issuer's tables hold, once somebody has confirmed it, by a keyed hash of their heads. A row lets nobody do
-- anything: what it leads to is shown before it is issued.
CREATE TABLE "issue_layouts" (
    "issuer_id" UUID NOT NULL,
    "head_hash" TEXT NOT NULL,
    "choice" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "issue_layouts_pkey" PRIMARY KEY ("issuer_id", "head_hash"),
    CONSTRAINT "issue_layouts_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "issuers"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
