-- Switches on again what guards-off.sql switched off, and brings each sequence to the last number of its rows, which replication does not.
-- As the owner of the tables, once nothing is replicated any more and before a process serves. Repeating it changes nothing:
--   psql "$DATABASE_URL" -1 -v ON_ERROR_STOP=1 -f docs/operations/guards-on.sql
SELECT format('ALTER TABLE %s ENABLE ALWAYS TRIGGER %I', t.tgrelid::regclass, t.tgname)
FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
WHERE c.relnamespace = 'public'::regnamespace AND NOT t.tgisinternal AND t.tgenabled <> 'A' \gexec

SELECT format('SELECT setval(%L, greatest((SELECT max(%I) FROM %s), last_value)) FROM %s', s.oid::regclass, a.attname, t.oid::regclass, s.oid::regclass)
FROM pg_depend d
JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S' AND d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
JOIN pg_class t ON t.oid = d.refobjid AND t.relnamespace = 'public'::regnamespace
JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid \gexec
