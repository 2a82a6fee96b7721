-- The sealed leaves of one issuer, whose UUID stands behind the first byte: for its desk and the weekly mail to its owners.
CREATE INDEX "log_leaves_of_issuer" ON "log_leaves"(substring("leaf" FROM 2 FOR 16)) WHERE substring("leaf" FROM 1 FOR 1) = '\x01';
