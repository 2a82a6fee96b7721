-- What anyone may ask for has a line of its own in the queue, however long it is: the others are found past it in one step.
CREATE INDEX "mail_messages_waiting_own" ON "mail_messages"("urgent" DESC, "next_attempt_at", "id")
  WHERE "state" = 'queued' AND "kind" <> 'watch_request';
CREATE INDEX "mail_messages_waiting_asked" ON "mail_messages"("next_attempt_at", "id")
  WHERE "state" = 'queued' AND "kind" = 'watch_request';
