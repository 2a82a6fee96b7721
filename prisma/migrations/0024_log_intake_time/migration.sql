-- When the intake ended: of what was there before, the log proves nothing about earlier times.
ALTER TABLE "log_state" ADD COLUMN "intake_ended_at" TIMESTAMPTZ(3);
