/** The DID of an issuer (did:web): made once and stored, never rebuilt from a later address of the service. */
export function issuerDid(issuerId: string, baseUrl: string): string {
  return `did:web:${new URL(baseUrl).host.replace(':', '%3A')}:issuers:${issuerId}`
}
