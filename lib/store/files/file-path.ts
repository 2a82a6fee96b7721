/**
 * The place of a file in any store: `ab/cd/abcd…`, so that a folder and a bucket can be copied by other tools too.
 * @param sha256 64 lowercase hexadecimal digits
 * @throws TypeError anything else, which could lead out of the store
 */
export function filePath(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new TypeError('a file is named by its SHA-256')
  return `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`
}
