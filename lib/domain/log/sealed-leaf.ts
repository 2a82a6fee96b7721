import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'

/** The first byte of a sealed leaf. */
export const SEALED_FORM = 0x01
const SEALED_LEAF_BYTES = 89
/** The end of the year 9999, in seconds since 1970. */
const LAST_SECOND = 253_402_300_799

/** What the log says in public of one event of one certificate (spec part 18): whose, when, and two sealed values. */
export interface SealedLeaf {
  /** The issuer's UUID. */
  issuerId: string
  /** Whole seconds since 1970. */
  at: number
  /** 32 bytes: the same for nobody but this certificate at this place, and random to whoever lacks the VRF key. */
  tag: Buffer
  /** 32 bytes: binds the entry, and hides it. */
  commitment: Buffer
}

/** The 89 bytes of a sealed leaf: form, issuer, time, tag, commitment. */
export function sealedLeafBytes({ issuerId, at, tag, commitment }: SealedLeaf): Buffer {
  const bytes = Buffer.alloc(SEALED_LEAF_BYTES)
  bytes.writeUInt8(SEALED_FORM, 0)
  bytes.write(issuerId.replaceAll('-', ''), 1, 'hex')
  bytes.writeBigUInt64BE(BigInt(at), 17)
  bytes.set(tag, 25)
  bytes.set(commitment, 57)
  return bytes
}

/** @throws LogFormatError when the bytes are no sealed leaf */
export function parseSealedLeaf(bytes: Buffer): SealedLeaf {
  if (bytes.length !== SEALED_LEAF_BYTES || bytes[0] !== SEALED_FORM) {
    throw new LogFormatError('The leaf is not a sealed one.')
  }
  const at = Number(bytes.readBigUInt64BE(17))
  if (at > LAST_SECOND) throw new LogFormatError('The leaf is of a time that there is not.')
  const hex = bytes.toString('hex', 1, 17)
  const issuerId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { issuerId, at, tag: bytes.subarray(25, 57), commitment: bytes.subarray(57) }
}
