-- What others did at an issuer lately, a step in the index a person and action.
CREATE INDEX "desk_activities_issuer_id_actor_action_at_idx" ON "desk_activities"("issuer_id", "actor", "action", "at");
