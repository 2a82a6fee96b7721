-- What the program never changes, nobody changes who writes to the database by its own role. The conditions are those of the
-- triggers, whose names are resolved once, here; the function only says what is refused.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION '%: % (% is refused)', TG_TABLE_NAME, TG_ARGV[0], TG_OP USING ERRCODE = 'restrict_violation';
END $$;

-- A list keeps its issuer, its length and the order of its places, and a place that was taken is not taken again.
CREATE TRIGGER "status_lists_kept" BEFORE UPDATE ON "status_lists" FOR EACH ROW
  WHEN (to_jsonb(NEW) - 'used' <> to_jsonb(OLD) - 'used' OR NEW."used" < OLD."used")
  EXECUTE FUNCTION "refuse_change"('only the number of places that are used changes, and it grows');
ALTER TABLE "status_lists" ENABLE ALWAYS TRIGGER "status_lists_kept";

-- Of an erasure only what is left to do changes, and it gets less.
CREATE TRIGGER "erasures_kept" BEFORE UPDATE ON "erasures" FOR EACH ROW
  WHEN (to_jsonb(NEW) - '{pending,finished_at}'::text[] <> to_jsonb(OLD) - '{pending,finished_at}'::text[]
    OR NOT NEW."pending" <@ OLD."pending" OR OLD."finished_at" IS NOT NULL AND NEW."finished_at" IS NULL)
  EXECUTE FUNCTION "refuse_change"('only what is left to do changes, and it gets less');
ALTER TABLE "erasures" ENABLE ALWAYS TRIGGER "erasures_kept";

CREATE TRIGGER "erased_marks_kept" BEFORE UPDATE ON "erased_marks" FOR EACH ROW
  EXECUTE FUNCTION "refuse_change"('marks are added');
ALTER TABLE "erased_marks" ENABLE ALWAYS TRIGGER "erased_marks_kept";

-- The key of erasures is found by its name.
CREATE TRIGGER "service_settings_named" BEFORE UPDATE ON "service_settings" FOR EACH ROW
  WHEN (NEW."key" <> OLD."key")
  EXECUTE FUNCTION "refuse_change"('a setting keeps its name');
ALTER TABLE "service_settings" ENABLE ALWAYS TRIGGER "service_settings_named";

-- Which rows of which file were issued, and as which certificates.
CREATE TRIGGER "import_batches_kept" BEFORE UPDATE ON "import_batches" FOR EACH ROW
  EXECUTE FUNCTION "refuse_change"('files that were issued are added');
ALTER TABLE "import_batches" ENABLE ALWAYS TRIGGER "import_batches_kept";
CREATE TRIGGER "import_rows_kept" BEFORE UPDATE ON "import_rows" FOR EACH ROW
  EXECUTE FUNCTION "refuse_change"('rows that were issued are added');
ALTER TABLE "import_rows" ENABLE ALWAYS TRIGGER "import_rows_kept";

-- A message that was sent or given up has lost its address and its text, and gets neither back.
CREATE TRIGGER "mail_messages_ended" BEFORE UPDATE ON "mail_messages" FOR EACH ROW
  WHEN (OLD."sealed" IS NULL AND NEW."sealed" IS NOT NULL OR OLD."recipient_mac" IS NULL AND NEW."recipient_mac" IS NOT NULL
    OR OLD."mac" IS NULL AND NEW."mac" IS NOT NULL
    OR OLD."state" IN ('sent', 'abandoned') AND NEW."state" NOT IN ('sent', 'abandoned'))
  EXECUTE FUNCTION "refuse_change"('what has ended is not sent again');
ALTER TABLE "mail_messages" ENABLE ALWAYS TRIGGER "mail_messages_ended";
-- Neither under another id, nor as what was never queued before.
CREATE TRIGGER "mail_messages_kept" BEFORE UPDATE ON "mail_messages" FOR EACH ROW
  WHEN (NEW."id" <> OLD."id" OR NEW."dedupe_key" <> OLD."dedupe_key" OR NEW."kind" <> OLD."kind"
    OR NEW."language" <> OLD."language" OR NEW."issuer_id" IS DISTINCT FROM OLD."issuer_id"
    OR NEW."certificate_id" IS NOT NULL AND NEW."certificate_id" IS DISTINCT FROM OLD."certificate_id")
  EXECUTE FUNCTION "refuse_change"('what a message is about does not change');
ALTER TABLE "mail_messages" ENABLE ALWAYS TRIGGER "mail_messages_kept";
