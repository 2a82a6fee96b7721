/** Who did something, for people to read. */
export type NamedActor =
  /** People choose their names, and one may choose that of another, or the operator's: the e-mail tells who it is. */
  | { kind: 'person'; name: string; email: string }
  /** Who does not work for this issuer any more, where their name is asked for and their account is not erased. */
  | { kind: 'left'; name: string; email: string }
  /** The same without a name. */
  | { kind: 'former' }
  | { kind: 'key'; name: string }
  | { kind: 'operator' }
  /** `certs demo`, which made the example data. */
  | { kind: 'demo' }
  /** A word of the service's own, of which nothing more is known. */
  | { kind: 'other'; word: string }
