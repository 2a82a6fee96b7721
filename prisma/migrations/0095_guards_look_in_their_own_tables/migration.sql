-- What a guard asks for is asked of our own tables, whatever search path its caller has: temporary tables come first in PostgreSQL's
-- own (docs/decisions/0038). Functions that are immutable read no table.
DO $$
DECLARE
  found regprocedure;
BEGIN
  FOR found IN SELECT p.oid FROM pg_catalog.pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f' AND p.provolatile <> 'i'
      AND pg_catalog.pg_has_role(p.proowner, 'USAGE')
      AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend d
        WHERE d.classid = 'pg_catalog.pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
  LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = pg_catalog, public, pg_temp', found);
  END LOOP;
END $$;

-- The salts of a person's leaves go once their certificates are gone, which the role that serves cannot delete: an event that
-- says they were erased is not enough.
CREATE OR REPLACE FUNCTION "refuse_change_of_log"() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW."salt" IS NULL AND NEW."kind" = 'event' AND is_erased(OLD."subject")
    AND NOT EXISTS (SELECT 1 FROM "certificates" WHERE "lineage_id" = OLD."subject")
    AND (NEW."log_index", NEW."kind", NEW."subject", NEW."place", NEW."part", NEW."leaf")
      = (OLD."log_index", OLD."kind", OLD."subject", OLD."place", OLD."part", OLD."leaf") THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the leaves of the log are append-only: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
