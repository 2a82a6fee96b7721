-- The language and the time zone that a person reads the desk in. A row lets nobody do anything.
CREATE TABLE "desk_preferences" (
    "user_id" UUID NOT NULL,
    "language" TEXT NOT NULL,
    "time_zone" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "desk_preferences_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "desk_preferences_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "desk_users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
