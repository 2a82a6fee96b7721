-- The issuer's desk: people, their sessions and second factors, who may do what, and what was done.

CREATE TYPE "desk_role" AS ENUM ('owner', 'editor', 'reader');

-- Sign-in (better-auth); the columns are the library's.
CREATE TABLE "desk_users" (
  "id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "email" TEXT NOT NULL,
  "email_verified" BOOLEAN NOT NULL DEFAULT false,
  "image" TEXT,
  "two_factor_enabled" BOOLEAN DEFAULT false,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "desk_users_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "desk_users_email_key" ON "desk_users"("email");

CREATE TABLE "desk_sessions" (
  "id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "token" TEXT NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "ip_address" TEXT,
  "user_agent" TEXT,
  "issuer_id" UUID,
  "second_factor_at" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "desk_sessions_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "desk_sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "desk_users"("id")
    ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "desk_sessions_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "issuers"("id")
    ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "desk_sessions_token_key" ON "desk_sessions"("token");
CREATE INDEX "desk_sessions_user_id_idx" ON "desk_sessions"("user_id");

CREATE TABLE "desk_accounts" (
  "id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "account_id" TEXT NOT NULL,
  "provider_id" TEXT NOT NULL,
  "access_token" TEXT,
  "refresh_token" TEXT,
  "access_token_expires_at" TIMESTAMPTZ(3),
  "refresh_token_expires_at" TIMESTAMPTZ(3),
  "scope" TEXT,
  "id_token" TEXT,
  "password" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "desk_accounts_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "desk_accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "desk_users"("id")
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "desk_accounts_user_id_idx" ON "desk_accounts"("user_id");

CREATE TABLE "desk_verifications" (
  "id" UUID NOT NULL,
  "identifier" TEXT NOT NULL,
  "value" TEXT NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "desk_verifications_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "desk_verifications_identifier_idx" ON "desk_verifications"("identifier");

CREATE TABLE "desk_two_factors" (
  "id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "secret" TEXT NOT NULL,
  "backup_codes" TEXT NOT NULL,
  "verified" BOOLEAN DEFAULT true,
  "failed_verification_count" INTEGER DEFAULT 0,
  "locked_until" TIMESTAMPTZ(3),
  -- A code that was used is not taken again while it would still be right.
  "last_code_hash" TEXT,
  "last_code_at" TIMESTAMPTZ(3),
  CONSTRAINT "desk_two_factors_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "desk_two_factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "desk_users"("id")
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "desk_two_factors_user_id_idx" ON "desk_two_factors"("user_id");

CREATE TABLE "desk_passkeys" (
  "id" TEXT NOT NULL,
  "user_id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "public_key" BYTEA NOT NULL,
  "counter" BIGINT NOT NULL,
  "transports" TEXT[] NOT NULL,
  "backed_up" BOOLEAN NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "last_used_at" TIMESTAMPTZ(3),
  CONSTRAINT "desk_passkeys_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "desk_passkeys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "desk_users"("id")
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "desk_passkeys_user_id_idx" ON "desk_passkeys"("user_id");

CREATE TABLE "desk_members" (
  "user_id" UUID NOT NULL,
  "issuer_id" UUID NOT NULL,
  "role" "desk_role" NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "desk_members_pkey" PRIMARY KEY ("user_id", "issuer_id"),
  CONSTRAINT "desk_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "desk_users"("id")
    ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "desk_members_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "issuers"("id")
    ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "desk_members_issuer_id_idx" ON "desk_members"("issuer_id");

-- Only the hash of a link's 128 bits is kept; it is used up once.
CREATE TABLE "desk_invitations" (
  "id" UUID NOT NULL,
  "issuer_id" UUID NOT NULL,
  "email" TEXT NOT NULL,
  "role" "desk_role" NOT NULL,
  "token_hash" TEXT NOT NULL,
  "invited_by" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "used_at" TIMESTAMPTZ(3),
  "withdrawn_at" TIMESTAMPTZ(3),
  CONSTRAINT "desk_invitations_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "desk_invitations_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "issuers"("id")
    ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "desk_invitations_token_hash_key" ON "desk_invitations"("token_hash");
CREATE INDEX "desk_invitations_issuer_id_idx" ON "desk_invitations"("issuer_id");

-- What people and keys did. Append-only.
CREATE TABLE "desk_activities" (
  "id" BIGINT GENERATED ALWAYS AS IDENTITY NOT NULL,
  "issuer_id" UUID NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  -- `user:<uuid>`, `key:<uuid>` or `operator`
  "actor" TEXT NOT NULL,
  "action" TEXT NOT NULL,
  -- What it was done to: a serial, a key's id, a person's id.
  "subject" TEXT,
  "address" TEXT,
  "detail" JSONB,
  CONSTRAINT "desk_activities_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "desk_activities_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "issuers"("id")
    ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "desk_activities_issuer_id_id_idx" ON "desk_activities"("issuer_id", "id");

CREATE FUNCTION "refuse_change_of_activities"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'activities are append-only: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "desk_activities_append_only" BEFORE UPDATE OR DELETE ON "desk_activities"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_activities"();
CREATE TRIGGER "desk_activities_no_truncate" BEFORE TRUNCATE ON "desk_activities"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_activities"();
ALTER TABLE "desk_activities" ENABLE ALWAYS TRIGGER "desk_activities_append_only";
ALTER TABLE "desk_activities" ENABLE ALWAYS TRIGGER "desk_activities_no_truncate";
