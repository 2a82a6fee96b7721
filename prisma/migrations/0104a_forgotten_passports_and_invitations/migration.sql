-- A passport that its holder deleted and an invitation of somebody who was erased do not come back either (0104).
CREATE TRIGGER "passports_forgotten" AFTER DELETE ON "passports" FOR EACH ROW EXECUTE FUNCTION "note_forgotten"();
CREATE TRIGGER "desk_invitations_forgotten" AFTER DELETE ON "desk_invitations" FOR EACH ROW EXECUTE FUNCTION "note_forgotten"();
ALTER TABLE "passports" ENABLE ALWAYS TRIGGER "passports_forgotten";
ALTER TABLE "desk_invitations" ENABLE ALWAYS TRIGGER "desk_invitations_forgotten";

CREATE OR REPLACE FUNCTION "not_forgotten"("ids" uuid[]) RETURNS SETOF uuid LANGUAGE sql STABLE
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT "id" FROM "watchers" WHERE "id" = ANY("ids")
  UNION ALL SELECT "id" FROM "watches" WHERE "id" = ANY("ids")
  UNION ALL SELECT "id" FROM "passports" WHERE "id" = ANY("ids")
  UNION ALL SELECT "id" FROM "desk_users" WHERE "id" = ANY("ids")
  UNION ALL SELECT "id" FROM "desk_invitations" WHERE "id" = ANY("ids")
  UNION ALL SELECT "id" FROM "reports" WHERE "id" = ANY("ids")
    AND coalesce("serial", "serial_key", "message", "email", "note") IS NOT NULL
  UNION ALL SELECT "id" FROM "design_pictures" WHERE "id" = ANY("ids") AND "erased_at" IS NULL
$$;
