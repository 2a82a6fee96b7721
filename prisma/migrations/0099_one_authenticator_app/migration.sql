-- A person has one authenticator app. Loading the page that sets it up twice at once had made two: those that showed no code go,
-- those that nobody sealed,
-- and of several that did, all but the newest by its last code, as far as one can tell.
DELETE FROM "desk_two_factors" f WHERE EXISTS (
  SELECT 1 FROM "desk_two_factors" o WHERE o."user_id" = f."user_id" AND o."id" <> f."id"
    AND (o."mac" IS NOT NULL, coalesce(o."verified", true), coalesce(o."last_code_step", -1), o."id")
      > (f."mac" IS NOT NULL, coalesce(f."verified", true), coalesce(f."last_code_step", -1), f."id")
);
DROP INDEX "desk_two_factors_user_id_idx";
CREATE UNIQUE INDEX "desk_two_factors_user_id_key" ON "desk_two_factors"("user_id");
