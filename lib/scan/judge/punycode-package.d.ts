declare module 'punycode/punycode.js' {
  const punycode: { /** @throws RangeError for what is not punycode */ decode(encoded: string): string }
  export default punycode
}
