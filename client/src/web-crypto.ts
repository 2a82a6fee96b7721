/** WebCrypto of the runtime. Node 18 has it under another name only, which no bundler is to resolve. */
export async function webCrypto(): Promise<Crypto> {
  const there = (globalThis as { crypto?: Crypto }).crypto
  if (there) return there
  const name = 'node:crypto'
  const { webcrypto } = (await import(/* webpackIgnore: true */ name)) as { webcrypto: Crypto }
  return webcrypto
}

/** SHA-256 of a text's UTF-8, in lowercase hexadecimal. */
export async function hexSha256(text: string): Promise<string> {
  return [...(await sha256Bytes(text))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** SHA-256 of a text's UTF-8. */
export async function sha256Bytes(text: string): Promise<Uint8Array> {
  const { subtle } = await webCrypto()
  return new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)))
}
