-- Two roles for one database: `certs_owner` migrates and erases, `certs_service` serves and owns nothing.
--
-- Run as a superuser in the service's database, once before the first `certs migrate` and again after every one:
--   psql "$ADMIN_URL" -v ON_ERROR_STOP=1 -f docs/operations/roles.sql
-- Then give both their passwords: \password certs_owner, \password certs_service. Repeating it changes nothing.

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'certs_owner') THEN
    CREATE ROLE certs_owner LOGIN NOSUPERUSER NOCREATEROLE NOCREATEDB;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'certs_service') THEN
    CREATE ROLE certs_service LOGIN NOSUPERUSER NOCREATEROLE NOCREATEDB;
  END IF;
END $$;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO certs_owner;
GRANT USAGE ON SCHEMA public TO certs_service;

-- No TRUNCATE, no REFERENCES, no TRIGGER, and DELETE only as below.
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM certs_service;
GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO certs_service;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO certs_service;

DO $$
DECLARE
  name text;
BEGIN
  -- Which migrations there are is the owner's to write.
  IF to_regclass('public._prisma_migrations') IS NOT NULL THEN
    REVOKE INSERT, UPDATE ON public._prisma_migrations FROM certs_service;
  END IF;
  -- History: rows are added and never changed. The triggers of the tables say the same to everybody.
  FOREACH name IN ARRAY ARRAY['events', 'status_changes', 'artifacts', 'receipts', 'signed_forms', 'desk_activities', 'domain_checks'] LOOP
    IF to_regclass('public.' || name) IS NOT NULL THEN
      EXECUTE format('REVOKE UPDATE ON public.%I FROM certs_service', name);
    END IF;
  END LOOP;
  -- Where from something was done is forgotten after 90 days; the trigger lets nothing else through.
  IF to_regclass('public.desk_activities') IS NOT NULL THEN
    GRANT UPDATE (address) ON public.desk_activities TO certs_service;
  END IF;
  -- Which seals have ended is noted by the tables' own triggers alone.
  IF to_regclass('public.ended_seals') IS NOT NULL THEN
    REVOKE INSERT, UPDATE ON public.ended_seals FROM certs_service;
  END IF;
  -- What comes and goes: sessions, attempts, links, search words, pictures, runs, queues.
  FOREACH name IN ARRAY ARRAY[
    'badge_images', 'certificate_words', 'desk_accounts', 'desk_members', 'desk_passkeys', 'desk_sessions',
    'desk_two_factors', 'desk_verifications', 'desk_invitations', 'issuer_words', 'issue_runs', 'journal_marks',
    'journal_outbox', 'passport_certificates', 'passports'
  ] LOOP
    IF to_regclass('public.' || name) IS NOT NULL THEN
      EXECUTE format('GRANT DELETE ON public.%I TO certs_service', name);
    END IF;
  END LOOP;
END $$;
