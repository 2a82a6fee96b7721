/** A badge as it was read: its JSON strictly parsed, nothing of it trusted yet. */
export interface Badge {
  /** What held the credential. */
  container: 'none' | 'png' | 'svg'
  format: 'jsonld' | 'jwt'
  /** The credential: the JSON itself, or the payload of the JWS. */
  credential: Record<string, unknown>
  jws: BadgeJws | null
}

/** The parts of a compact JWS, each of which re-encodes to itself. */
export interface BadgeJws {
  compact: string
  header: Record<string, unknown>
}
