/** What the commands print of a log: as JSON (`…Document`), and as lines for people. */
import type { VerifiedCheckpoint } from '@/lib/crypto/tlog/verify-checkpoint'
import type { OwnLeaf } from '@/lib/domain/log/watch/leaf-watch'
import type { LogAlarm } from '@/lib/domain/log/watch/log-alarm'
import type { KeyInDns } from '@/lib/service/log/key-in-dns'

export function headDocument(checkpoint: VerifiedCheckpoint | null) {
  return {
    origin: checkpoint?.origin ?? null,
    size: checkpoint?.size ?? null,
    root_hash: checkpoint?.root.toString('hex') ?? null,
  }
}

export function witnessDocument(witnessed: VerifiedCheckpoint | null) {
  return witnessed?.witnesses.map(({ witness, time }) => ({ name: witness.key.name, at: isoOf(time) })) ?? []
}

export function headLines(checkpoint: VerifiedCheckpoint | null, witnessed: VerifiedCheckpoint | null): string[] {
  if (!checkpoint) return []
  const names = witnessDocument(witnessed).map(({ name, at }) => `Witness    ${name}, ${at}`)
  return [
    `Log        ${checkpoint.origin}`,
    `Size       ${checkpoint.size} leaves`,
    `Root       ${checkpoint.root.toString('hex')}`,
    ...names,
  ]
}

export function dnsDocument(dns: KeyInDns | null) {
  return dns && { name: dns.name, state: dns.state, keys: dns.keys }
}

const SAID_BY_DNS: Record<KeyInDns['state'], string> = {
  agrees: 'names the same key',
  differs: 'names another key',
  absent: 'names no key',
  unknown: 'could not be asked, which says nothing of the log',
}

export function dnsLines(dns: KeyInDns | null): string[] {
  return dns ? [`DNS        ${dns.name} ${SAID_BY_DNS[dns.state]}`] : []
}

export function alarmLines(alarms: readonly LogAlarm[]): string[] {
  return alarms.map(({ where, sentence }) => `✗ ${where}: ${sentence}`)
}

export const ownDocument = ({ index, at, hash }: OwnLeaf) => ({ index, at: isoOf(at), leaf_hash: hash })
export const ownLine = ({ index, at, hash }: OwnLeaf) => `  ${isoOf(at)}  leaf ${index}  ${hash}`

export function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
