/** Who did something, for people to read. */
export type NamedActor =
  | { kind: 'person'; name: string }
  /** Who does not work for this issuer any more. */
  | { kind: 'former' }
  | { kind: 'key'; name: string }
  | { kind: 'operator' }
  /** A word of the service's own, such as `demo`. */
  | { kind: 'other'; word: string }
