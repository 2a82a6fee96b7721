/** A badge as it was read: its JSON is strictly parsed, and nothing of it is trusted yet. */
export interface Badge {
  /** What held the credential. */
  container: 'none' | 'png' | 'svg'
  format: 'jsonld' | 'jwt'
  /**
   * The credential: the JSON itself, or out of the payload of the JWS: its member `vc` where that stands for the whole
   * credential (VCDM 1.1 section 6.3.1), else the payload without the registered claims of JWT.
   */
  credential: Record<string, unknown>
  jws: BadgeJws | null
}

/** The parts of a compact JWS, each of which re-encodes to itself. */
export interface BadgeJws {
  compact: string
  header: Record<string, unknown>
  /** The whole payload, registered claims and all. */
  payload: Record<string, unknown>
}
