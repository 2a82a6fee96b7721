// Before anything is installed, built, served or tested: ends with a sentence where this version of Node is too old. Those before
// 22.12 cannot load what generates the database client. Older ones run this file, so that it asks for nothing new.
const message = refusalOf(process.versions.node)
if (message) {
  console.error(message)
  process.exit(1)
}

/**
 * @param {string} version such as 22.11.0
 * @returns {string | null} why it will not do; null where it will
 */
export function refusalOf(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isEnough = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22
  return isEnough ? null : `This needs Node 20.19, 22.12 or later, and this is ${version}.`
}
