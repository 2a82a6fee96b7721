/**
 * Milliseconds since 1970 of a column or expression, as a JSON number. Columns hold whole milliseconds, so nothing is
 * lost. The operator and function are named as PostgreSQL's own, since one of the same name that fits better would be
 * taken before them.
 */
export function milliseconds(expression: string): string {
  return `pg_catalog.floor(extract(epoch FROM ${expression}) OPERATOR(pg_catalog.*) 1000::pg_catalog.numeric)::bigint`
}

/** The database's clock while a statement runs, in milliseconds since 1970. */
export const CLOCK_NOW = milliseconds('pg_catalog.clock_timestamp()')
