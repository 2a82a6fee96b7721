-- A picture of a design whose bytes were erased: versions go on naming it, and are set without it.
ALTER TABLE "design_pictures" ADD COLUMN "erased_at" TIMESTAMPTZ(3);
