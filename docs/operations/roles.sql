-- Three roles for one database: `certs_owner` migrates and erases, `certs_service` serves and owns nothing, `certs_public` is for
-- processes with ROLES=public alone: it reads no table of the desk, and adds counts, receipts, files, reports, watches and passports' changes.
--
-- Run as a superuser in the service's database, once before the first `certs migrate`:
--   psql "$ADMIN_URL" -1 -v ON_ERROR_STOP=1 -f docs/operations/roles.sql
-- Then give them their passwords: \password certs_owner, and so on. Repeating it changes nothing.
--
-- What the roles may do with each table is in lib/store/database/rights/role-rights.ts: `certs migrate` gives it, as the owner of the tables, to
-- those of the two roles that have the schema.

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'certs_owner') THEN
    CREATE ROLE certs_owner LOGIN NOSUPERUSER NOCREATEROLE NOCREATEDB;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'certs_service') THEN
    CREATE ROLE certs_service LOGIN NOSUPERUSER NOCREATEROLE NOCREATEDB;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'certs_public') THEN
    CREATE ROLE certs_public LOGIN NOSUPERUSER NOCREATEROLE NOCREATEDB;
  END IF;
END $$;

-- Temporary tables are for imports.
DO $$ BEGIN
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO certs_owner, certs_service', current_database());
END $$;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO certs_owner;
GRANT USAGE ON SCHEMA public TO certs_service, certs_public;
