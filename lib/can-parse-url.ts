/**
 * Whether `new URL(text, base)` succeeds. Not `URL.canParse`: that of Node 20, once it is called often enough to be compiled,
 * reads Latin-1 letters as UTF-8 and says no of `https://nörth.example/`.
 */
export function canParseUrl(text: string, base?: string): boolean {
  try {
    return Boolean(new URL(text, base))
  } catch {
    return false
  }
}
