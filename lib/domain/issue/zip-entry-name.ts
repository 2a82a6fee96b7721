/** What file systems of some kind do not take in a name, and what would hide or move a file. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\/:*?"<>|]+/gu
const LONGEST = 60

/**
 * The name of a certificate's file in an archive: readable in a folder of many, and taken by every file system.
 * @param fullName as issued
 * @param serial which no two certificates share
 */
export function zipEntryName(fullName: string, serial: string): string {
  const name = Array.from(fullName.replace(UNSAFE, '-'))
    .slice(0, LONGEST)
    .join('')
    .replace(/^[.\s-]+/, '')
    .trim()
  return `${name} ${serial.replace(UNSAFE, '-')}.pdf`.trim()
}
