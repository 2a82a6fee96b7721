import pino from 'pino'

/**
 * The log. Never written: names, registration numbers, e-mail addresses, serials' owners, API keys, private keys,
 * request bodies, `authorization` and `cookie` headers. A serial may stand in a line only where nothing else tells
 * whose it is. Errors are written with their code, message and stack, and with their cause's.
 */
export const log = pino(
  {
    level: process.env.LOG_LEVEL ?? 'info',
    base: undefined,
    redact: {
      paths: ['authorization', 'cookie', 'password', 'secret', '*.authorization', '*.cookie', '*.password', '*.secret'],
      censor: '[removed]',
    },
    timestamp: pino.stdTimeFunctions.isoTime,
  },
  pino.destination({ fd: 2, sync: false }),
)
