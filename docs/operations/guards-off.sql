-- Switches the triggers of the service's tables off in a database that a logical replication fills: what they write is replicated, too, and
-- their own rows would be in its way (docs/operations.md, "To another major version of PostgreSQL"). Never where processes serve.
SELECT format('ALTER TABLE %s DISABLE TRIGGER %I', t.tgrelid::regclass, t.tgname)
FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
WHERE c.relnamespace = 'public'::regnamespace AND NOT t.tgisinternal AND t.tgenabled = 'A' \gexec
