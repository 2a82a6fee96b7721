-- Three roles for one database: `certs_owner` migrates and erases, `certs_service` serves and owns nothing, `certs_public` is for
-- processes with ROLES=public alone: it reads no table of the desk, and adds counts, receipts, files, reports, watches and passports' changes.
--
-- Run as a superuser in the service's database, once before the first `certs migrate` and again after every one:
--   psql "$ADMIN_URL" -1 -v ON_ERROR_STOP=1 -f docs/operations/roles.sql
-- `-1` makes it one transaction: processes that serve meanwhile lose no right for a moment.
-- Then give both their passwords: \password certs_owner, and so on. Repeating it changes nothing.

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
  FOREACH name IN ARRAY ARRAY[
    'events', 'status_changes', 'artifacts', 'receipts', 'signed_forms', 'desk_activities', 'domain_checks', 'erased_marks', 'import_batches',
    'import_rows'
  ] LOOP
    IF to_regclass('public.' || name) IS NOT NULL THEN
      EXECUTE format('REVOKE UPDATE ON public.%I FROM certs_service', name);
    END IF;
  END LOOP;
  -- Where from something was done is forgotten after 90 days; the trigger lets nothing else through.
  IF to_regclass('public.desk_activities') IS NOT NULL THEN
    GRANT UPDATE (address) ON public.desk_activities TO certs_service;
  END IF;
  -- Of the log's leaves only the salt of an erased person goes; the trigger lets nothing else through.
  IF to_regclass('public.log_leaves') IS NOT NULL THEN
    REVOKE UPDATE ON public.log_leaves FROM certs_service;
    GRANT UPDATE (salt) ON public.log_leaves TO certs_service;
  END IF;
  -- Of an erasure only what is left to do changes, of a status list how many of its places are used; the triggers say how.
  IF to_regclass('public.erasures') IS NOT NULL THEN
    REVOKE UPDATE ON public.erasures FROM certs_service;
    GRANT UPDATE (pending, finished_at) ON public.erasures TO certs_service;
  END IF;
  IF to_regclass('public.status_lists') IS NOT NULL THEN
    REVOKE UPDATE ON public.status_lists FROM certs_service;
    GRANT UPDATE (used) ON public.status_lists TO certs_service;
  END IF;
  -- Which seals have ended is noted by the tables' own triggers alone.
  IF to_regclass('public.ended_seals') IS NOT NULL THEN
    REVOKE INSERT, UPDATE ON public.ended_seals FROM certs_service;
  END IF;
  -- So is what was forgotten; it goes once it is in the journal.
  IF to_regclass('public.forgotten_rows') IS NOT NULL THEN
    REVOKE INSERT, UPDATE ON public.forgotten_rows FROM certs_service;
  END IF;
  -- What comes and goes: sessions, attempts, links, search words, pictures, runs, queues.
  FOREACH name IN ARRAY ARRAY[
    'badge_images', 'certificate_words', 'design_defaults', 'design_proposals', 'desk_accounts', 'desk_members', 'desk_passkeys', 'desk_sessions',
    'desk_two_factors', 'desk_verifications', 'desk_invitations', 'forgotten_rows', 'issuer_mail_settings', 'issuer_own_words', 'issuer_words', 'issue_layouts', 'issue_runs', 'journal_marks',
    'journal_outbox', 'log_pending', 'passport_certificates', 'passports', 'watch_refusals', 'watch_requests', 'watchers', 'watches',
    'webhook_deliveries', 'webhooks'
  ] LOOP
    IF to_regclass('public.' || name) IS NOT NULL THEN
      EXECUTE format('GRANT DELETE ON public.%I TO certs_service', name);
    END IF;
  END LOOP;
END $$;

-- The public side. What it may read is named by table, but for columns that hold secrets or what only the desk shows.
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM certs_public;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM certs_public;
DO $$
DECLARE
  name text;
  columns text;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    '_prisma_migrations', 'artifacts', 'badge_images', 'certificate_checks', 'certificates', 'design_defaults', 'design_pictures',
    'design_versions', 'designs', 'domain_checks', 'events', 'issuer_own_words', 'issuer_signing_keys', 'issuer_slugs', 'issuer_words',
    'issuers', 'journal_marks', 'journal_position', 'journal_refusals', 'log_keys', 'log_leaves', 'log_state', 'passport_certificates',
    'passports', 'receipts', 'restores', 'service_keys', 'service_settings', 'signed_forms', 'status_changes', 'status_lists'
  ] LOOP
    IF to_regclass('public.' || name) IS NOT NULL THEN
      SELECT string_agg(quote_ident(a.attname), ', ') INTO columns FROM pg_attribute a
        WHERE a.attrelid = to_regclass('public.' || name) AND a.attnum > 0 AND NOT a.attisdropped
          AND (name, a.attname::text) NOT IN (('certificates', 'email'), ('certificates', 'withdrawal_note'),
            ('certificates', 'correction_note'), ('issuer_signing_keys', 'private_sealed'));
      EXECUTE format('GRANT SELECT (%s) ON public.%I TO certs_public', columns, name);
    END IF;
  END LOOP;
  FOREACH name IN ARRAY ARRAY['artifacts', 'certificate_checks', 'passport_certificates', 'receipts', 'reports'] LOOP
    IF to_regclass('public.' || name) IS NOT NULL THEN
      EXECUTE format('GRANT INSERT ON public.%I TO certs_public', name);
    END IF;
  END LOOP;
  FOREACH name IN ARRAY ARRAY['certificate_checks', 'passport_certificates', 'passports'] LOOP
    IF to_regclass('public.' || name) IS NOT NULL THEN
      EXECUTE format('GRANT UPDATE ON public.%I TO certs_public', name);
    END IF;
  END LOOP;
  FOREACH name IN ARRAY ARRAY['passport_certificates', 'passports'] LOOP
    IF to_regclass('public.' || name) IS NOT NULL THEN
      EXECUTE format('GRANT DELETE ON public.%I TO certs_public', name);
    END IF;
  END LOOP;
  -- Being told: requests, watchers and what they watch come and go by visitors' own hands; of mail it queues, and drops what waits.
  FOREACH name IN ARRAY ARRAY['watch_refusals', 'watch_requests', 'watchers', 'watches'] LOOP
    IF to_regclass('public.' || name) IS NOT NULL THEN
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON public.%I TO certs_public', name);
    END IF;
  END LOOP;
  -- To count how many reports of a day there are: neither their words nor whose they are.
  IF to_regclass('public.reports') IS NOT NULL THEN
    GRANT SELECT (serial_key, issuer_id, sender_mac, created_at) ON public.reports TO certs_public;
  END IF;
  IF to_regclass('public.mail_messages') IS NOT NULL THEN
    GRANT INSERT ON public.mail_messages TO certs_public;
    GRANT SELECT (dedupe_key, recipient_mac, kind, state, finished_at) ON public.mail_messages TO certs_public;
    GRANT UPDATE (state, sealed, recipient_mac, last_error, finished_at) ON public.mail_messages TO certs_public;
  END IF;
  -- Whether somebody was erased, not who.
  IF to_regclass('public.erasures') IS NOT NULL THEN
    GRANT SELECT (lineage_id) ON public.erasures TO certs_public;
  END IF;
END $$;
