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

/**
 * In SQL, whether a time lies within the last while, such as `1 day`. What is dated ahead does not, else it would for ever; half a
 * minute ahead is what clocks may differ (decision 38), and a column that is rounded.
 */
export function withinLast(span: string, column: string): string {
  return `${column} > statement_timestamp() - interval '${span}' AND ${notAhead(column)}`
}

/** In SQL, whether a time is none that is still to come, but for what clocks may differ. */
export function notAhead(column: string): string {
  return `${column} <= statement_timestamp() + interval '30 seconds'`
}
