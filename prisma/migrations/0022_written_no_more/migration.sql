-- Written no more since `last_code_step` took their place.
ALTER TABLE "desk_two_factors" DROP COLUMN "last_code_hash", DROP COLUMN "last_code_at";
