-- Leaves that were published and that a restored database does not know: few or none, and each batch asks for them.
CREATE INDEX "log_leaves_lost" ON "log_leaves" ("log_index") WHERE "kind" = 'lost';
