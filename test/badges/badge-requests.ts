import { gunzipSync } from 'node:zlib'
import { GET as openbadge } from '@/app/api/public/credentials/[ref]/openbadge/route'
import { GET as refresh } from '@/app/api/public/credentials/[ref]/refresh/route'
import { GET as status } from '@/app/api/public/status/[list]/route'
import type { RouteHandler } from '@/lib/http/endpoint'
import { withPeerAddress } from '@/lib/http/request-context'
import { newAddress } from '@/test/verify-requests'

function ask(handler: RouteHandler, params: Record<string, string>, query = '', headers: Record<string, string> = {}) {
  const request = new Request(`https://verify.test/api/x${query}`, { headers })
  return handler(withPeerAddress(request, newAddress()), { params: Promise.resolve(params) })
}

/** Asks for the certificate as an Open Badge. */
export function askBadge(ref: string, format?: string, headers?: Record<string, string>): Promise<Response> {
  return ask(openbadge, { ref }, format === undefined ? '' : `?format=${format}`, headers)
}

/** Asks the refresh service of a badge. */
export function askRefresh(ref: string, headers?: Record<string, string>): Promise<Response> {
  return ask(refresh, { ref }, '', headers)
}

/** Asks for a status list by its id. */
export function askStatusList(list: string, headers?: Record<string, string>): Promise<Response> {
  return ask(status, { list }, '', headers)
}

/** A credential as a test reads it. */
export interface BadgeJson extends Record<string, unknown> {
  id: string
  credentialSubject: { licenseNumber: string }
  credentialStatus: { statusListIndex: string; statusListCredential: string }
  proof: { verificationMethod: string }[]
}

/** The JSON-LD form of a certificate that is served. */
export async function badgeOf(ref: string): Promise<BadgeJson> {
  return (await (await askBadge(ref)).json()) as BadgeJson
}

/** Where a badge stands in its status list. */
export function placeOf({ credentialStatus }: BadgeJson): { list: string; index: number } {
  return {
    list: credentialStatus.statusListCredential.split('/').at(-1) ?? '',
    index: Number(credentialStatus.statusListIndex),
  }
}

/** The bits of a served status list. */
export async function bitsOf(list: string): Promise<Buffer> {
  const response = await askStatusList(list)
  if (response.status !== 200) throw new Error(`the status list is ${response.status}`)
  const { credentialSubject } = (await response.json()) as { credentialSubject: { encodedList: string } }
  return gunzipSync(Buffer.from(credentialSubject.encodedList.slice(1), 'base64url'))
}

/** Whether one bit is set, the first bit of the first byte being index 0. */
export function hasBit(bits: Buffer, index: number): boolean {
  return ((bits[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0
}

/** Whether one bit of a served status list is set. */
export async function isSet({ list, index }: { list: string; index: number }): Promise<boolean> {
  return hasBit(await bitsOf(list), index)
}

/** How many bits are set. */
export function countBits(bits: Buffer): number {
  return bits.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0)
}
