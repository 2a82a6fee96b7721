import pino from 'pino'
import { logLevel } from './env/log-level'

/** The parts of an error that are logged. */
interface LoggedError {
  type: string
  code?: string
  message: string
  stack?: string
  cause?: LoggedError
  errors?: LoggedError[]
}

/** How deep a chain of causes is followed: an error may name itself. */
const DEEPEST_CAUSE = 5

/**
 * What may be written of an error: type, code, message, stack, and the same of its causes. Never its other properties:
 * drivers hang whole connections and the values of statements on them.
 */
export function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const { code } = error as { code?: unknown }
  const deeper = depth < DEEPEST_CAUSE
  return {
    type: error.name,
    ...((typeof code === 'string' || typeof code === 'number') && { code: String(code) }),
    message: error.message,
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(deeper && error.cause !== undefined && { cause: describeError(error.cause, depth + 1) }),
    ...(deeper &&
      error instanceof AggregateError && { errors: error.errors.map((one) => describeError(one, depth + 1)) }),
  }
}

/**
 * What is written of an error that a caller caused: the kinds of it and of its causes, such as `SyntaxError` or `Error ECONNRESET`. Its
 * words may quote what was sent, and its stack would let anyone fill the log.
 */
export function kindsOfError(error: unknown): string[] {
  const kinds: string[] = []
  for (
    let one = error;
    one !== undefined && kinds.length < DEEPEST_CAUSE;
    one = (one as Partial<Error> | null)?.cause
  ) {
    const { type, code } = describeError(one, DEEPEST_CAUSE)
    kinds.push(code === undefined ? type : `${type} ${code}`)
  }
  return kinds
}

/**
 * The log. Never written: names, registration numbers, e-mail addresses, serials' owners, API keys, private keys,
 * request bodies, `authorization` and `cookie` headers. A serial may stand in a line only where nothing else tells
 * whose it is. Errors are written with their code, message and stack, and with their cause's.
 */
export const log = pino(
  {
    level: logLevel(process.env.LOG_LEVEL),
    base: undefined,
    serializers: { err: (error: unknown) => describeError(error) },
    redact: {
      paths: ['authorization', 'cookie', 'password', 'secret', '*.authorization', '*.cookie', '*.password', '*.secret'],
      censor: '[removed]',
    },
    timestamp: pino.stdTimeFunctions.isoTime,
  },
  pino.destination({ fd: 2, sync: false }),
)
