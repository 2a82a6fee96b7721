-- What is looked up by an index stands there in the order of its bytes. In the order of a language an index that was made by another version of
-- the system's or ICU's rules does not find rows that are there: a certificate is unknown then, its serial is given twice, and a right that
-- ended comes back (docs/decisions/0165). No row is written anew, only the indexes are. Hexadecimal digits and the words of kinds stand in one
-- order in every language, and their columns stay as they are.
-- Triggers that name such a column are made again as they are, in the same transaction.
DO $$
DECLARE
  guard RECORD;
  statement TEXT;
  again TEXT[] := '{}';
BEGIN
  FOR guard IN SELECT tgname AS name, tgrelid::regclass AS of_table, pg_get_triggerdef(oid) AS definition FROM pg_trigger
    WHERE NOT tgisinternal AND (tgrelid::regclass::text, tgname) IN (('certificates', 'certificates_search_words'),
      ('certificates', 'certificates_words_kept'), ('issuer_slugs', 'issuer_slugs_words_kept'), ('issuers', 'issuers_words_kept'),
      ('mail_messages', 'mail_messages_ended'), ('mail_messages', 'mail_messages_kept'), ('reports', 'reports_emptied'),
      ('service_settings', 'service_settings_named'))
  LOOP
    again := again || guard.definition || format('ALTER TABLE %s ENABLE ALWAYS TRIGGER %I', guard.of_table, guard.name);
    EXECUTE format('DROP TRIGGER %I ON %s', guard.name, guard.of_table);
  END LOOP;
  ALTER TABLE "badge_images" ALTER COLUMN "event_title" TYPE TEXT COLLATE "C", ALTER COLUMN "media_type" TYPE TEXT COLLATE "C";
  ALTER TABLE "design_defaults" ALTER COLUMN "event_title" TYPE TEXT COLLATE "C";
  ALTER TABLE "design_proposals" ALTER COLUMN "name" TYPE TEXT COLLATE "C";
  ALTER TABLE "designs" ALTER COLUMN "name" TYPE TEXT COLLATE "C";
  ALTER TABLE "desk_activities" ALTER COLUMN "actor" TYPE TEXT COLLATE "C", ALTER COLUMN "action" TYPE TEXT COLLATE "C";
  ALTER TABLE "desk_invitations" ALTER COLUMN "token_hash" TYPE TEXT COLLATE "C";
  ALTER TABLE "desk_passkeys" ALTER COLUMN "id" TYPE TEXT COLLATE "C";
  ALTER TABLE "desk_sessions" ALTER COLUMN "token" TYPE TEXT COLLATE "C";
  ALTER TABLE "desk_users" ALTER COLUMN "email" TYPE TEXT COLLATE "C";
  ALTER TABLE "desk_verifications" ALTER COLUMN "identifier" TYPE TEXT COLLATE "C";
  ALTER TABLE "ended_seals" ALTER COLUMN "mac" TYPE TEXT COLLATE "C";
  ALTER TABLE "erased_marks" ALTER COLUMN "kind" TYPE TEXT COLLATE "C", ALTER COLUMN "mac" TYPE TEXT COLLATE "C";
  ALTER TABLE "forgotten_rows" ALTER COLUMN "table" TYPE TEXT COLLATE "C";
  ALTER TABLE "issue_layouts" ALTER COLUMN "head_hash" TYPE TEXT COLLATE "C";
  ALTER TABLE "issuer_api_keys" ALTER COLUMN "key_hash" TYPE TEXT COLLATE "C";
  ALTER TABLE "issuer_signing_keys" ALTER COLUMN "key_id" TYPE TEXT COLLATE "C";
  ALTER TABLE "issuer_slugs" ALTER COLUMN "slug" TYPE TEXT COLLATE "C";
  ALTER TABLE "issuers" ALTER COLUMN "name_skeleton" TYPE TEXT COLLATE "C", ALTER COLUMN "domain" TYPE TEXT COLLATE "C", ALTER COLUMN "did" TYPE TEXT COLLATE "C";
  ALTER TABLE "journal_marks" ALTER COLUMN "segment" TYPE TEXT COLLATE "C";
  ALTER TABLE "journal_refusals" ALTER COLUMN "record" TYPE TEXT COLLATE "C";
  ALTER TABLE "mail_messages" ALTER COLUMN "dedupe_key" TYPE TEXT COLLATE "C", ALTER COLUMN "recipient_mac" TYPE TEXT COLLATE "C";
  ALTER TABLE "passports" ALTER COLUMN "handle" TYPE TEXT COLLATE "C", ALTER COLUMN "manage_hash" TYPE TEXT COLLATE "C", ALTER COLUMN "previous_manage_hash" TYPE TEXT COLLATE "C";
  ALTER TABLE "reports" ALTER COLUMN "serial_key" TYPE TEXT COLLATE "C", ALTER COLUMN "sender_mac" TYPE TEXT COLLATE "C";
  ALTER TABLE "service_keys" ALTER COLUMN "id" TYPE TEXT COLLATE "C";
  ALTER TABLE "service_settings" ALTER COLUMN "key" TYPE TEXT COLLATE "C";
  ALTER TABLE "watch_refusals" ALTER COLUMN "recipient_mac" TYPE TEXT COLLATE "C";
  ALTER TABLE "watch_requests" ALTER COLUMN "confirm_hash" TYPE TEXT COLLATE "C", ALTER COLUMN "recipient_mac" TYPE TEXT COLLATE "C", ALTER COLUMN "sender_mac" TYPE TEXT COLLATE "C";
  ALTER TABLE "watchers" ALTER COLUMN "recipient_mac" TYPE TEXT COLLATE "C", ALTER COLUMN "manage_hash" TYPE TEXT COLLATE "C", ALTER COLUMN "unsubscribe_hash" TYPE TEXT COLLATE "C";
  ALTER TABLE "witnessed_trees" ALTER COLUMN "origin" TYPE TEXT COLLATE "C";
  -- Last: what takes long is not begun before every table is there to be changed.
  ALTER TABLE "certificates" ALTER COLUMN "serial_key" TYPE TEXT COLLATE "C", ALTER COLUMN "event_title" TYPE TEXT COLLATE "C";
  -- What PostgreSQL had counted of these columns went with their type.
  ANALYZE "certificates" ("serial_key", "event_title");
  FOREACH statement IN ARRAY again LOOP
    EXECUTE statement;
  END LOOP;
END $$;
