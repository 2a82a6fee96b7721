/** The validity that the file declares; RFC 9116 section 2.5.5 asks for less than a year. */
const GOOD_FOR_DAYS = 180

/**
 * The file by which whoever finds a weakness learns whom to tell (RFC 9116).
 * @param site `origin`: where the service stands; `contact`: an address as a URI; `languages`: codes
 * @param now milliseconds since 1970
 */
export function securityTxt(
  site: { origin: string; contact: string; languages: readonly string[] },
  now: number,
): string {
  // To the day, so that the file is the same for everyone who asks today.
  const expires = new Date(now + GOOD_FOR_DAYS * 86_400_000).toISOString().slice(0, 10)
  return [
    `Contact: ${site.contact}`,
    `Expires: ${expires}T00:00:00Z`,
    `Preferred-Languages: ${site.languages.join(', ')}`,
    `Canonical: ${site.origin}/.well-known/security.txt`,
    '',
  ].join('\n')
}
