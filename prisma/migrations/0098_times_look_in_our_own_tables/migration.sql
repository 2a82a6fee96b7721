-- As every guard since 0095: temporary tables come last.
ALTER FUNCTION "refuse_time_ahead"() SET search_path = pg_catalog, public, pg_temp;
