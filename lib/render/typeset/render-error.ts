/** Why a file could not be made. */
export type RenderErrorCode =
  /** Too many wait already; try again later. */
  | 'busy'
  /** It took longer than a page ever should. */
  | 'timeout'
  /** Its process ended, twice. */
  | 'crashed'
  /** The pool was closed. */
  | 'closed'
  /** The words hold a character that no shipped font can draw; the message says which. */
  | 'undrawable'
  /** The typesetter or the rasteriser refused. */
  | 'failed'

/** A file that was not made; of a batch it concerns this one alone. */
export class RenderError extends Error {
  readonly code: RenderErrorCode

  /**
   * @param code why
   * @param message a sentence; of `undrawable` it may be shown to the issuer, of the others it is for the log
   */
  constructor(code: RenderErrorCode, message: string) {
    super(message)
    this.name = 'RenderError'
    this.code = code
  }

  /** By its name: Next's bundles and the server's own modules each have a copy of this class, and one pool between them. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'RenderError'
  }
}
