/** An API key as the desk shows it, without the key itself. */
export interface DeskApiKey {
  id: string
  name: string
  lastFour: string
  createdAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
  revokedReason: string | null
}
