const UNIQUE_VIOLATION = '23505'

/** Whether a query failed because a row with this id exists already. */
export function isSecondRow(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return code === UNIQUE_VIOLATION && typeof constraint === 'string' && constraint.endsWith('_pkey')
}
