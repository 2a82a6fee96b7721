/** An API key as the desk shows it; the key itself is nowhere. */
export interface DeskApiKey {
  id: string
  name: string
  lastFour: string
  createdAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
  revokedReason: string | null
}
