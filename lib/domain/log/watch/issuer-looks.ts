import { domainLook, nameLooks } from '@/lib/domain/issuer/issuer-look-alike'

/** Which issuers of a log look alike, by what its leaves say of them. */
export class IssuerLooks {
  readonly #looks = new Map<string, Map<string, string>>()

  /**
   * Takes what a leaf says of an issuer.
   * @param name null where it is hidden
   * @returns how another issuer is written that looks the same; null where there is none
   */
  take(id: string, name: string | null, domain: string | null): string | null {
    const looks = [...(name === null ? [] : nameLooks(name)).map((look) => `name ${look}`)]
    if (domain !== null) looks.push(`domain ${domainLook(domain)}`)
    let theirs: string | null = null
    for (const look of looks) {
      const owners = this.#looks.get(look) ?? new Map<string, string>()
      for (const [owner, written] of owners) if (owner !== id) theirs ??= written
      this.#looks.set(look, owners.set(id, name ?? domain ?? id))
    }
    return theirs
  }
}
