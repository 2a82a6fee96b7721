/** Of one issuer: a receiver that says nothing keeps each request of the desk for as long as a message may take. */
const MOST = 3
const underWay = new Map<string, number>()

/**
 * Sends something to a webhook that somebody at the desk waits for.
 * @returns null, and sends nothing, where enough requests of that issuer wait already
 */
export async function askedAtOnce<T>(issuerId: string, send: () => Promise<T>): Promise<T | null> {
  const others = underWay.get(issuerId) ?? 0
  if (others >= MOST) return null
  underWay.set(issuerId, others + 1)
  try {
    return await send()
  } finally {
    const left = (underWay.get(issuerId) ?? 1) - 1
    if (left === 0) underWay.delete(issuerId)
    else underWay.set(issuerId, left)
  }
}
