const UNIQUE_VIOLATION = '23505'

/** Whether a statement failed because a row of this id is there already. */
export function isSecondRow(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return code === UNIQUE_VIOLATION && typeof constraint === 'string' && constraint.endsWith('_pkey')
}
