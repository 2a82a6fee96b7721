-- What waits for the public log, and how far it has come, is sealed by those who write it (docs/decisions/0124). The program seals
-- what is there in this very transaction; later, what carries no good seal is not published and counts for nothing.
ALTER TABLE "log_pending" ADD COLUMN "mac" TEXT;
-- Since when a row that somebody else wrote stands in nobody's way.
ALTER TABLE "log_pending" ADD COLUMN "set_aside_at" TIMESTAMPTZ(3);
DROP INDEX "log_pending_subject_kind_place_part_key";
CREATE UNIQUE INDEX "log_pending_subject_kind_place_part_key" ON "log_pending"("subject", "kind", "place", "part")
  WHERE "set_aside_at" IS NULL;
ALTER TABLE "log_state" ADD COLUMN "mac" TEXT;

-- A leaf has its place only in the tree that the sealed state names: its root stands there before.
CREATE FUNCTION "refuse_leaf_outside_of_tree"() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "added" WHERE "log_index" < 0 OR "log_index" >= coalesce((SELECT "size" FROM "log_state"), 0)) THEN
    RAISE EXCEPTION 'a leaf is outside of the tree of the log' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "log_leaves_in_tree" AFTER INSERT ON "log_leaves" REFERENCING NEW TABLE AS "added"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_leaf_outside_of_tree"();
ALTER TABLE "log_leaves" ENABLE ALWAYS TRIGGER "log_leaves_in_tree";

CREATE OR REPLACE FUNCTION "refuse_unlogged_event"() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- Whoever ends the intake waits for this transaction, or this transaction for them.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('log-intake', 0));
  IF EXISTS (SELECT 1 FROM "log_state" WHERE "intake_ended")
    AND NOT EXISTS (SELECT 1 FROM "log_pending"
      WHERE "subject" = NEW."chain_id" AND "kind" = 'event' AND "place" = NEW."sequence" AND "set_aside_at" IS NULL)
    AND NOT EXISTS (SELECT 1 FROM "log_leaves"
      WHERE "subject" = NEW."chain_id" AND "kind" = 'event' AND "place" = NEW."sequence") THEN
    RAISE EXCEPTION 'event % of chain % has no leaf in the log', NEW."sequence", NEW."chain_id"
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
