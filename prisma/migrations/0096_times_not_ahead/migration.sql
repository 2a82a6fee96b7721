-- Rows are counted by when they came: so many within a day, a domain that was seen today. One that is dated ahead would count for
-- ever, and most of these tables are append-only. The clocks of a process and of the database may differ by half a minute (decision 38).
CREATE FUNCTION "refuse_time_ahead"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF (to_jsonb(NEW) ->> TG_ARGV[0])::timestamp with time zone > clock_timestamp() + interval '30 seconds' THEN
    RAISE EXCEPTION '% of % lies ahead of the clock', TG_ARGV[0], TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

DO $$
DECLARE
  dated record;
BEGIN
  FOR dated IN SELECT * FROM (VALUES ('design_pictures', 'created_at'), ('desk_activities', 'at'), ('desk_invitations', 'created_at'),
    ('domain_checks', 'at'), ('mail_messages', 'claimed_at'), ('reports', 'created_at'), ('watch_requests', 'created_at'),
    ('webhook_deliveries', 'claimed_at')) AS d(name, at)
  LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE INSERT OR UPDATE OF %I ON %I FOR EACH ROW EXECUTE FUNCTION "refuse_time_ahead"(%L)',
      dated.name || '_not_ahead', dated.at, dated.name, dated.at);
    EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER %I', dated.name, dated.name || '_not_ahead');
  END LOOP;
END $$;

-- The last check of a domain is the one that was made last, whatever its number.
DROP INDEX "domain_checks_issuer_id_id_idx";
CREATE INDEX "domain_checks_issuer_id_at_id_idx" ON "domain_checks"("issuer_id", "at", "id");
