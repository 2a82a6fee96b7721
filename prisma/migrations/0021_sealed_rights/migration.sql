-- Whatever lets somebody act, or gets something signed, shown or sent, carries a seal (docs/decisions/0039). The program
-- fills it for the rows that are there, in this very transaction; a row that comes later without one counts for nothing.

ALTER TABLE "issuer_slugs" ADD COLUMN "mac" TEXT;
ALTER TABLE "issuer_api_keys" ADD COLUMN "mac" TEXT;
ALTER TABLE "badge_images" ADD COLUMN "mac" TEXT;
ALTER TABLE "desk_users" ADD COLUMN "mac" TEXT;
ALTER TABLE "desk_sessions" ADD COLUMN "mac" TEXT;
ALTER TABLE "desk_accounts" ADD COLUMN "mac" TEXT;
ALTER TABLE "desk_verifications" ADD COLUMN "mac" TEXT;
ALTER TABLE "desk_two_factors" ADD COLUMN "mac" TEXT;
ALTER TABLE "desk_passkeys" ADD COLUMN "mac" TEXT;
ALTER TABLE "desk_members" ADD COLUMN "mac" TEXT;
ALTER TABLE "desk_invitations" ADD COLUMN "mac" TEXT;
ALTER TABLE "withdrawal_approvals" ADD COLUMN "mac" TEXT;
ALTER TABLE "passports" ADD COLUMN "mac" TEXT;
ALTER TABLE "passport_certificates" ADD COLUMN "mac" TEXT;
ALTER TABLE "mail_messages" ADD COLUMN "mac" TEXT;
ALTER TABLE "certificates" ADD COLUMN "mac" TEXT;

-- Seals that have ended, of rows that were changed or deleted since. No two seals are alike, so that none is needed again.
CREATE TABLE "ended_seals" (
  "mac" TEXT NOT NULL,
  -- When the row would have run out by itself; null where it never would have.
  "until" TIMESTAMPTZ(3),
  CONSTRAINT "ended_seals_pkey" PRIMARY KEY ("mac")
);
CREATE INDEX "ended_seals_until" ON "ended_seals"("until") WHERE "until" IS NOT NULL;

CREATE FUNCTION "refuse_change_of_ended_seals"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD."until" < clock_timestamp() THEN RETURN OLD; END IF;
  ELSIF TG_OP = 'UPDATE' THEN
    IF NEW."mac" = OLD."mac" AND (NEW."until" IS NULL OR NEW."until" >= OLD."until") THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'a seal that has ended stays so: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "ended_seals_kept" BEFORE UPDATE OR DELETE ON "ended_seals"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_ended_seals"();
CREATE TRIGGER "ended_seals_no_truncate" BEFORE TRUNCATE ON "ended_seals"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_ended_seals"();
ALTER TABLE "ended_seals" ENABLE ALWAYS TRIGGER "ended_seals_kept";
ALTER TABLE "ended_seals" ENABLE ALWAYS TRIGGER "ended_seals_no_truncate";

-- What is under a seal changes with its seal alone. The arguments are the columns under it.
CREATE FUNCTION "refuse_unsealed_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  name TEXT;
BEGIN
  IF OLD."mac" IS NULL OR NEW."mac" IS DISTINCT FROM OLD."mac" THEN RETURN NEW; END IF;
  FOREACH name IN ARRAY TG_ARGV LOOP
    IF to_jsonb(NEW) -> name IS DISTINCT FROM to_jsonb(OLD) -> name THEN
      RAISE EXCEPTION '%.% is under a seal', TG_TABLE_NAME, name USING ERRCODE = 'restrict_violation';
    END IF;
  END LOOP;
  RETURN NEW;
END $$;

-- A seal that was changed or deleted has ended, and comes back in no row. Looked for after the row was written: before,
-- it may still wait for the one that ends it. A transaction that looks at the past would not see it, whenever.
-- A row that has run out by itself needs no memory of its end; what is kept of others goes with time, a few at a time.
CREATE FUNCTION "end_seals"() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  ends TIMESTAMPTZ;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW."mac" IS NOT DISTINCT FROM OLD."mac" THEN RETURN NULL; END IF;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    ends := (to_jsonb(OLD) ->> 'expires_at')::timestamptz;
    IF OLD."mac" IS NOT NULL AND (ends IS NULL OR ends >= clock_timestamp()) THEN
      INSERT INTO "ended_seals" AS e ("mac", "until") VALUES (OLD."mac", ends)
        ON CONFLICT ("mac") DO UPDATE SET "until" = CASE WHEN e."until" IS NULL OR excluded."until" IS NULL THEN NULL
          ELSE greatest(e."until", excluded."until") END;
      DELETE FROM "ended_seals" WHERE "mac" IN (SELECT "mac" FROM "ended_seals"
        WHERE "until" < clock_timestamp() - interval '1 day' ORDER BY "until" LIMIT 5 FOR UPDATE SKIP LOCKED);
    END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
      RAISE EXCEPTION 'rows of % are sealed in read committed alone', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    END IF;
    IF EXISTS (SELECT 1 FROM "ended_seals" e WHERE e."mac" = NEW."mac") THEN
      RAISE EXCEPTION 'the seal of a row of % has ended', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    END IF;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "issuer_slugs_sealed" BEFORE UPDATE ON "issuer_slugs"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unsealed_change"('slug', 'issuer_id', 'current');
CREATE TRIGGER "issuer_slugs_seal_ends" AFTER INSERT OR UPDATE OR DELETE ON "issuer_slugs"
  FOR EACH ROW EXECUTE FUNCTION "end_seals"();
ALTER TABLE "issuer_slugs" ENABLE ALWAYS TRIGGER "issuer_slugs_sealed";
ALTER TABLE "issuer_slugs" ENABLE ALWAYS TRIGGER "issuer_slugs_seal_ends";
CREATE TRIGGER "issuer_api_keys_sealed" BEFORE UPDATE ON "issuer_api_keys"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unsealed_change"('id', 'issuer_id', 'name', 'key_hash', 'last_four', 'revoked_at');
CREATE TRIGGER "issuer_api_keys_seal_ends" AFTER INSERT OR UPDATE OR DELETE ON "issuer_api_keys"
  FOR EACH ROW EXECUTE FUNCTION "end_seals"();
ALTER TABLE "issuer_api_keys" ENABLE ALWAYS TRIGGER "issuer_api_keys_sealed";
ALTER TABLE "issuer_api_keys" ENABLE ALWAYS TRIGGER "issuer_api_keys_seal_ends";
CREATE TRIGGER "badge_images_sealed" BEFORE UPDATE ON "badge_images"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unsealed_change"('issuer_id', 'event_title', 'media_type', 'sha256', 'size');
CREATE TRIGGER "badge_images_seal_ends" AFTER INSERT OR UPDATE OR DELETE ON "badge_images"
  FOR EACH ROW EXECUTE FUNCTION "end_seals"();
ALTER TABLE "badge_images" ENABLE ALWAYS TRIGGER "badge_images_sealed";
ALTER TABLE "badge_images" ENABLE ALWAYS TRIGGER "badge_images_seal_ends";
CREATE TRIGGER "desk_users_sealed" BEFORE UPDATE ON "desk_users"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unsealed_change"('id', 'name', 'email', 'email_verified', 'two_factor_enabled');
CREATE TRIGGER "desk_users_seal_ends" AFTER INSERT OR UPDATE OR DELETE ON "desk_users"
  FOR EACH ROW EXECUTE FUNCTION "end_seals"();
ALTER TABLE "desk_users" ENABLE ALWAYS TRIGGER "desk_users_sealed";
ALTER TABLE "desk_users" ENABLE ALWAYS TRIGGER "desk_users_seal_ends";
CREATE TRIGGER "desk_sessions_sealed" BEFORE UPDATE ON "desk_sessions"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unsealed_change"('id', 'user_id', 'token', 'expires_at', 'issuer_id', 'second_factor_at');
CREATE TRIGGER "desk_sessions_seal_ends" AFTER INSERT OR UPDATE OR DELETE ON "desk_sessions"
  FOR EACH ROW EXECUTE FUNCTION "end_seals"();
ALTER TABLE "desk_sessions" ENABLE ALWAYS TRIGGER "desk_sessions_sealed";
ALTER TABLE "desk_sessions" ENABLE ALWAYS TRIGGER "desk_sessions_seal_ends";
CREATE TRIGGER "desk_accounts_sealed" BEFORE UPDATE ON "desk_accounts"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unsealed_change"('id', 'user_id', 'account_id', 'provider_id', 'password');
CREATE TRIGGER "desk_accounts_seal_ends" AFTER INSERT OR UPDATE OR DELETE ON "desk_accounts"
  FOR EACH ROW EXECUTE FUNCTION "end_seals"();
ALTER TABLE "desk_accounts" ENABLE ALWAYS TRIGGER "desk_accounts_sealed";
ALTER TABLE "desk_accounts" ENABLE ALWAYS TRIGGER "desk_accounts_seal_ends";
CREATE TRIGGER "desk_verifications_sealed" BEFORE UPDATE ON "desk_verifications"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unsealed_change"('id', 'identifier', 'value', 'expires_at');
CREATE TRIGGER "desk_verifications_seal_ends" AFTER INSERT OR UPDATE OR DELETE ON "desk_verifications"
  FOR EACH ROW EXECUTE FUNCTION "end_seals"();
ALTER TABLE "desk_verifications" ENABLE ALWAYS TRIGGER "desk_verifications_sealed";
ALTER TABLE "desk_verifications" ENABLE ALWAYS TRIGGER "desk_verifications_seal_ends";
CREATE TRIGGER "desk_two_factors_sealed" BEFORE UPDATE ON "desk_two_factors"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unsealed_change"('id', 'user_id', 'secret', 'backup_codes', 'verified');
CREATE TRIGGER "desk_two_factors_seal_ends" AFTER INSERT OR UPDATE OR DELETE ON "desk_two_factors"
  FOR EACH ROW EXECUTE FUNCTION "end_seals"();
ALTER TABLE "desk_two_factors" ENABLE ALWAYS TRIGGER "desk_two_factors_sealed";
ALTER TABLE "desk_two_factors" ENABLE ALWAYS TRIGGER "desk_two_factors_seal_ends";
CREATE TRIGGER "desk_passkeys_sealed" BEFORE UPDATE ON "desk_passkeys"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unsealed_change"('id', 'user_id', 'name', 'public_key');
CREATE TRIGGER "desk_passkeys_seal_ends" AFTER INSERT OR UPDATE OR DELETE ON "desk_passkeys"
  FOR EACH ROW EXECUTE FUNCTION "end_seals"();
ALTER TABLE "desk_passkeys" ENABLE ALWAYS TRIGGER "desk_passkeys_sealed";
ALTER TABLE "desk_passkeys" ENABLE ALWAYS TRIGGER "desk_passkeys_seal_ends";
CREATE TRIGGER "desk_members_sealed" BEFORE UPDATE ON "desk_members"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unsealed_change"('user_id', 'issuer_id', 'role', 'created_at', 'changed_at');
CREATE TRIGGER "desk_members_seal_ends" AFTER INSERT OR UPDATE OR DELETE ON "desk_members"
  FOR EACH ROW EXECUTE FUNCTION "end_seals"();
ALTER TABLE "desk_members" ENABLE ALWAYS TRIGGER "desk_members_sealed";
ALTER TABLE "desk_members" ENABLE ALWAYS TRIGGER "desk_members_seal_ends";
CREATE TRIGGER "desk_invitations_sealed" BEFORE UPDATE ON "desk_invitations"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unsealed_change"('id', 'issuer_id', 'email', 'role', 'token_hash', 'invited_by', 'expires_at', 'used_at', 'withdrawn_at');
CREATE TRIGGER "desk_invitations_seal_ends" AFTER INSERT OR UPDATE OR DELETE ON "desk_invitations"
  FOR EACH ROW EXECUTE FUNCTION "end_seals"();
ALTER TABLE "desk_invitations" ENABLE ALWAYS TRIGGER "desk_invitations_sealed";
ALTER TABLE "desk_invitations" ENABLE ALWAYS TRIGGER "desk_invitations_seal_ends";
CREATE TRIGGER "withdrawal_approvals_sealed" BEFORE UPDATE ON "withdrawal_approvals"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unsealed_change"('id', 'issuer_id', 'certificate_id', 'reason', 'public_reason', 'asked_by', 'asked_at', 'decided_by', 'decided_at', 'approved', 'notify');
CREATE TRIGGER "withdrawal_approvals_seal_ends" AFTER INSERT OR UPDATE OR DELETE ON "withdrawal_approvals"
  FOR EACH ROW EXECUTE FUNCTION "end_seals"();
ALTER TABLE "withdrawal_approvals" ENABLE ALWAYS TRIGGER "withdrawal_approvals_sealed";
ALTER TABLE "withdrawal_approvals" ENABLE ALWAYS TRIGGER "withdrawal_approvals_seal_ends";
CREATE TRIGGER "passports_sealed" BEFORE UPDATE ON "passports"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unsealed_change"('id', 'handle', 'manage_hash', 'previous_manage_hash', 'show_name', 'published');
CREATE TRIGGER "passports_seal_ends" AFTER INSERT OR UPDATE OR DELETE ON "passports"
  FOR EACH ROW EXECUTE FUNCTION "end_seals"();
ALTER TABLE "passports" ENABLE ALWAYS TRIGGER "passports_sealed";
ALTER TABLE "passports" ENABLE ALWAYS TRIGGER "passports_seal_ends";
CREATE TRIGGER "passport_certificates_sealed" BEFORE UPDATE ON "passport_certificates"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unsealed_change"('passport_id', 'lineage_id', 'issuer_id', 'chosen');
CREATE TRIGGER "passport_certificates_seal_ends" AFTER INSERT OR UPDATE OR DELETE ON "passport_certificates"
  FOR EACH ROW EXECUTE FUNCTION "end_seals"();
ALTER TABLE "passport_certificates" ENABLE ALWAYS TRIGGER "passport_certificates_sealed";
ALTER TABLE "passport_certificates" ENABLE ALWAYS TRIGGER "passport_certificates_seal_ends";
