import type { TlsOptions, TLSSocket } from 'node:tls'
import { afterEach } from 'vitest'
import { badgeNetwork, type BadgeNetworkOptions } from '@/lib/net/badge-network'
import { HostAllowance } from '@/lib/net/host-allowance'
import { makeAuthority, makeTlsCertificate, type TlsCertificate } from '@/test/network/tls-certificate'
import { listenTls, type TlsListener } from '@/test/network/tls-listener'

export const FETCHED_HOST = 'issuer.example.com'
export const FETCHED_ADDRESS = `https://${FETCHED_HOST}/.well-known/did.json`
export const fetchedAuthority = makeAuthority()
const certificate = makeTlsCertificate(fetchedAuthority, [FETCHED_HOST])
const listeners: TlsListener[] = []

afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.close()
})

export type Say = (socket: TLSSocket, head: string) => void

/** A TLS server of the fetched host, which is closed after the test. */
export async function listenAsHost(
  say: Say,
  own: TlsCertificate = certificate,
  tls: TlsOptions = {},
): Promise<TlsListener> {
  const listener = await listenTls(own, say, { tls })
  listeners.push(listener)
  return listener
}

/** Far more than the service waits, so that no answer is late because the machine is busy. */
export const PATIENCE_MS = 120_000

/** A network in which loopback counts as public, and every name leads there. */
export function networkTo(listener: TlsListener, options: BadgeNetworkOptions = {}) {
  return badgeNetwork({
    resolve: () => Promise.resolve(['127.0.0.1']),
    isPublic: (address) => address === '127.0.0.1',
    port: listener.port,
    ca: fetchedAuthority.certificate,
    hosts: new HostAllowance(),
    milliseconds: PATIENCE_MS,
    ...options,
  })
}

/** A server that answers every request with these bytes. */
export function saying(answer: Uint8Array | string): Say {
  return (socket) => void socket.write(answer)
}

/**
 * What the guard makes of an answer.
 * @param then what the server does once it is written
 */
export async function fetchFrom(
  answer: Uint8Array | string,
  kind: 'did' | 'status_list' = 'did',
  then?: (socket: TLSSocket) => void,
) {
  const listener = await listenAsHost((socket) => socket.write(answer, () => then?.(socket)))
  const fetched = await networkTo(listener).fetchDocument(FETCHED_ADDRESS, kind)
  await listener.closed()
  return fetched.kind === 'document' ? { ...fetched, bytes: Buffer.from(fetched.bytes).toString() } : fetched
}

/** Outcomes as they are expected. */
export const document = (bytes: string, mediaType = 'application/json') => ({ kind: 'document', bytes, mediaType })
export const blocked = (reason: string) => ({ kind: 'blocked', reason })
export const unreachable = (reason: string) => ({ kind: 'unreachable', reason })
