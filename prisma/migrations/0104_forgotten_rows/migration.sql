-- What was forgotten of a person, by a random id: it waits here to be noted in the journal outside of the database, so that a
-- restored backup does not bring it back (docs/decisions/0130). Whoever forgets it, the table's own trigger notes it, with the
-- rights of the owner.
CREATE TABLE "forgotten_rows" (
  "table" TEXT NOT NULL,
  "id" UUID NOT NULL,
  CONSTRAINT "forgotten_rows_pkey" PRIMARY KEY ("table", "id")
);

-- Ids of their own: a certificate that is watched again, or a picture that is sent again after it was erased, gets another one.
ALTER TABLE "watches" ADD COLUMN "id" UUID NOT NULL DEFAULT gen_random_uuid();
CREATE UNIQUE INDEX "watches_id_key" ON "watches"("id");
ALTER TABLE "design_pictures" ADD COLUMN "id" UUID NOT NULL DEFAULT gen_random_uuid();
CREATE UNIQUE INDEX "design_pictures_id_key" ON "design_pictures"("id");

CREATE FUNCTION "note_forgotten"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO "forgotten_rows" ("table", "id") VALUES (TG_TABLE_NAME, OLD."id") ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER "watchers_forgotten" AFTER DELETE ON "watchers" FOR EACH ROW EXECUTE FUNCTION "note_forgotten"();
CREATE TRIGGER "watches_forgotten" AFTER DELETE ON "watches" FOR EACH ROW EXECUTE FUNCTION "note_forgotten"();
CREATE TRIGGER "desk_users_forgotten" AFTER DELETE ON "desk_users" FOR EACH ROW EXECUTE FUNCTION "note_forgotten"();
CREATE TRIGGER "reports_forgotten" AFTER DELETE ON "reports" FOR EACH ROW EXECUTE FUNCTION "note_forgotten"();
CREATE TRIGGER "reports_emptied" AFTER UPDATE ON "reports" FOR EACH ROW
  WHEN (coalesce(OLD."serial", OLD."serial_key", OLD."message", OLD."email", OLD."note") IS NOT NULL
    AND coalesce(NEW."serial", NEW."serial_key", NEW."message", NEW."email", NEW."note") IS NULL)
  EXECUTE FUNCTION "note_forgotten"();
CREATE TRIGGER "design_pictures_forgotten" AFTER UPDATE ON "design_pictures" FOR EACH ROW
  WHEN (OLD."erased_at" IS NULL AND NEW."erased_at" IS NOT NULL) EXECUTE FUNCTION "note_forgotten"();

ALTER TABLE "watchers" ENABLE ALWAYS TRIGGER "watchers_forgotten";
ALTER TABLE "watches" ENABLE ALWAYS TRIGGER "watches_forgotten";
ALTER TABLE "desk_users" ENABLE ALWAYS TRIGGER "desk_users_forgotten";
ALTER TABLE "reports" ENABLE ALWAYS TRIGGER "reports_forgotten";
ALTER TABLE "reports" ENABLE ALWAYS TRIGGER "reports_emptied";
ALTER TABLE "design_pictures" ENABLE ALWAYS TRIGGER "design_pictures_forgotten";

-- Which of these ids are of something that is not forgotten. With the rights of the owner, since a process that compares may read
-- neither people nor reports.
CREATE FUNCTION "not_forgotten"("ids" uuid[]) RETURNS SETOF uuid LANGUAGE sql STABLE
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT "id" FROM "watchers" WHERE "id" = ANY("ids")
  UNION ALL SELECT "id" FROM "watches" WHERE "id" = ANY("ids")
  UNION ALL SELECT "id" FROM "desk_users" WHERE "id" = ANY("ids")
  UNION ALL SELECT "id" FROM "reports" WHERE "id" = ANY("ids")
    AND coalesce("serial", "serial_key", "message", "email", "note") IS NOT NULL
  UNION ALL SELECT "id" FROM "design_pictures" WHERE "id" = ANY("ids") AND "erased_at" IS NULL
$$;
