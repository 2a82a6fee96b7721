-- To the millisecond, the time of what is due at once was rounded up into the future, and whoever asked at once found nothing due.
ALTER TABLE "mail_messages" ALTER COLUMN "next_attempt_at" TYPE TIMESTAMPTZ(6);
ALTER TABLE "webhook_deliveries" ALTER COLUMN "next_attempt_at" TYPE TIMESTAMPTZ(6);
