-- Each check looks at all bytes of a certificate's three signed forms (docs/decisions/0098). In the row itself they are one page to
-- read; beside it they were an index and some six pieces. Rows of before stay where they are until they are written anew.
ALTER TABLE "signed_forms" SET (toast_tuple_target = 8160);
ALTER TABLE "signed_forms" ALTER COLUMN "vc_jwt" SET STORAGE MAIN;
ALTER TABLE "signed_forms" ALTER COLUMN "open_badge_jwt" SET STORAGE MAIN;
