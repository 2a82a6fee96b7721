import { base32nopad } from '@scure/base'

/** Base32 without padding (RFC 4648 section 6), as authenticator apps read secrets. */
export const encodeBase32 = (bytes: Uint8Array): string => base32nopad.encode(bytes)
