/** What `LOG_LEVEL` may be, from the fewest lines to the most, and none. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/**
 * The level to log at. The log is made before the configuration is parsed, which names a wrong level in a sentence (lib/env): until
 * then one that is wrong, or empty, is the default.
 */
export function logLevel(asked: string | undefined): (typeof LOG_LEVELS)[number] {
  return LOG_LEVELS.find((level) => level === asked) ?? 'info'
}
