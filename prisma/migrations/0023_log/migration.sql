-- The public log (spec part 18, docs/decisions/0048). Without a row in log_state the service has none.

-- The keys of the log, its witness and its tags: encrypted, and under a MAC of their own.
CREATE TABLE "log_keys" (
  "id" UUID NOT NULL,
  "purpose" TEXT NOT NULL,
  -- The name that notes are signed under; the origin of the log for its own key and for that of the tags.
  "name" TEXT NOT NULL,
  -- 32 bytes in base64url.
  "public_key" TEXT NOT NULL,
  "private_sealed" TEXT,
  "state" "key_state" NOT NULL DEFAULT 'active',
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "ended_at" TIMESTAMPTZ(3),
  "mac" TEXT NOT NULL,
  CONSTRAINT "log_keys_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "log_keys_purpose" CHECK ("purpose" IN ('log', 'vrf', 'witness'))
);

CREATE TABLE "log_state" (
  "id" INTEGER NOT NULL DEFAULT 1,
  "origin" TEXT NOT NULL,
  -- The tree with everything that has its place, and the one that was published last.
  "size" BIGINT NOT NULL DEFAULT 0,
  "root" BYTEA NOT NULL,
  "published_size" BIGINT NOT NULL DEFAULT 0,
  "published_root" BYTEA NOT NULL,
  -- Whether what was there before the log has been taken in; and the index of the leaf that says so.
  "intake_ended" BOOLEAN NOT NULL DEFAULT false,
  "intake_end" BIGINT,
  "witnessed_note" TEXT,
  "witnessed_at" TIMESTAMPTZ(3),
  -- When the tree got its newest leaves, and when somebody last said that it publishes them.
  "committed_at" TIMESTAMPTZ(3),
  "heartbeat_at" TIMESTAMPTZ(3),
  -- Why nothing more is signed.
  "stopped" TEXT,
  CONSTRAINT "log_state_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "log_state_one" CHECK ("id" = 1)
);

-- Leaves that wait for their places.
CREATE TABLE "log_pending" (
  "id" BIGSERIAL NOT NULL,
  "kind" TEXT NOT NULL,
  "subject" UUID NOT NULL,
  "place" INTEGER NOT NULL,
  "part" INTEGER NOT NULL DEFAULT 0,
  "leaf" BYTEA NOT NULL,
  "salt" BYTEA,
  "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "log_pending_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "log_pending_subject_kind_place_part_key" ON "log_pending"("subject", "kind", "place", "part");

-- Leaves that have them.
CREATE TABLE "log_leaves" (
  "log_index" BIGINT NOT NULL,
  "kind" TEXT NOT NULL,
  "subject" UUID NOT NULL,
  "place" INTEGER NOT NULL,
  "part" INTEGER NOT NULL DEFAULT 0,
  "leaf" BYTEA NOT NULL,
  "salt" BYTEA,
  CONSTRAINT "log_leaves_pkey" PRIMARY KEY ("log_index")
);
CREATE UNIQUE INDEX "log_leaves_subject_kind_place_part_key" ON "log_leaves"("subject", "kind", "place", "part");

-- What has its place keeps it. Only the salt of an erased person's leaf goes.
CREATE FUNCTION "refuse_change_of_log"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW."salt" IS NULL AND NEW."kind" = 'event' AND is_erased(OLD."subject")
    AND (NEW."log_index", NEW."kind", NEW."subject", NEW."place", NEW."part", NEW."leaf")
      = (OLD."log_index", OLD."kind", OLD."subject", OLD."place", OLD."part", OLD."leaf") THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the leaves of the log are append-only: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "log_leaves_append_only" BEFORE UPDATE OR DELETE ON "log_leaves"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_log"();
CREATE TRIGGER "log_leaves_no_truncate" BEFORE TRUNCATE ON "log_leaves"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_log"();
ALTER TABLE "log_leaves" ENABLE ALWAYS TRIGGER "log_leaves_append_only";
ALTER TABLE "log_leaves" ENABLE ALWAYS TRIGGER "log_leaves_no_truncate";

-- Once the log is complete, no event is stored without its leaf: whoever writes them, a process of before included.
CREATE FUNCTION "refuse_unlogged_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Whoever ends the intake waits for this transaction, or this transaction for them.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('log-intake', 0));
  IF EXISTS (SELECT 1 FROM "log_state" WHERE "intake_ended")
    AND NOT EXISTS (SELECT 1 FROM "log_pending"
      WHERE "subject" = NEW."chain_id" AND "kind" = 'event' AND "place" = NEW."sequence")
    AND NOT EXISTS (SELECT 1 FROM "log_leaves"
      WHERE "subject" = NEW."chain_id" AND "kind" = 'event' AND "place" = NEW."sequence") THEN
    RAISE EXCEPTION 'event % of chain % has no leaf in the log', NEW."sequence", NEW."chain_id"
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER "events_logged" AFTER INSERT ON "events"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "refuse_unlogged_event"();
ALTER TABLE "events" ENABLE ALWAYS TRIGGER "events_logged";
