-- The certificates among these whose checks can be counted now: they exist, and are not being erased. They stay until the
-- transaction ends, as for any row that points at them. It is done with the rights of the owner, since whoever serves the public
-- may change no certificate, and PostgreSQL asks for that right of who holds one.
CREATE FUNCTION "hold_countable"("ids" uuid[]) RETURNS SETOF uuid LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT c."id" FROM "certificates" c WHERE c."id" = ANY("ids") ORDER BY c."id" FOR KEY SHARE SKIP LOCKED;
END $$;
