import { sha256 } from '@/lib/crypto/encoding/sha256'
import type { SignedEvent } from '@/lib/domain/history/event'
import type { JournalledKeyState, JournalRecord } from '@/lib/domain/history/journal-record'
import { WordTable } from './word-table'

/** The parts of an event that are compared: its place in its history, and its signature. */
export type HistoryEntry = Pick<SignedEvent, 'sequence' | 'signature'>

/** Where a history's last journalled sequence is among its words, after the four of its id; the signature's hash follows. */
const SEQUENCE = 4
const SIGNATURE = 5
/** Set in the word of the sequence: the journal has two entries of one sequence, and no history can hold both. */
const FORKED = 0x80000000

/**
 * What the journal knows, held in memory so that each verdict can be compared with it (docs/decisions/0037). Of a history
 * the last journalled entry is held: its signature covers the hash of the one before it, and so all of them. What was
 * learnt once is never forgotten; the same again changes nothing.
 */
export class JournalKnowledge {
  /** How many bytes of each segment were read. */
  readonly read = new Map<string, number>()
  /** How many records were ever learnt. */
  learnt = 0
  /** Records that were learnt since the last snapshot. */
  unsaved = 0
  /** Id, last sequence, beginning of the hash of its signature. */
  readonly chains = new WordTable(8, 4)
  /** Of entries before a history's last: the history's number, sequence, beginning of the hash of the signature. */
  readonly earlier = new WordTable(3, 2)
  /** The number of a status list, and a bit that is set in it. */
  readonly bits = new WordTable(2, 2)
  /** By id, in the order of their numbers, how many bits are set. */
  readonly lists = new Map<string, { number: number; bits: number }>()
  /** The ids of the service's own keys, ended or not. */
  readonly serviceKeys = new Set<string>()
  /** Those that have ended. */
  readonly endedKeys = new Map<string, JournalledKeyState>()

  /** What it takes of memory, in bytes. */
  get bytes(): number {
    return this.chains.bytes + this.earlier.bytes + this.bits.bytes
  }

  /** Takes a record over. */
  learn(record: JournalRecord): void {
    this.learnt += 1
    this.unsaved += 1
    if (record.kind === 'event') this.#learnEvent(record.event)
    else if (record.kind === 'status') this.learnBit(record.change.listId, record.change.statusIndex)
    else if (record.kind === 'key' && record.table === 'service_keys') this.#learnKey(record.id, record.state)
  }

  /** Whether it has an entry of a history. */
  knows(chainId: string): boolean {
    return this.chains.find(uuidWords(chainId)) !== -1
  }

  /**
   * Whether a history as the database has it lacks what the journal knows of it.
   * @param entries of the history, as they were read
   */
  isBehind(chainId: string, entries: readonly HistoryEntry[]): boolean {
    const chain = this.chains.find(uuidWords(chainId))
    if (chain === -1) return false
    const sequence = this.chains.get(chain, SEQUENCE)
    // One that is forked has no entry of such a sequence.
    const last = entries.find((entry) => entry.sequence === sequence)
    return last === undefined || !this.#isLast(chain, signatureWords(last.signature))
  }

  /** Whether a list in which these bits are set lacks one that the journal knows to be. */
  lacksBits(listId: string, indexes: Iterable<number>): boolean {
    const list = this.lists.get(listId)
    if (!list) return false
    const found = new Set<number>()
    for (const index of indexes) if (this.bits.find([list.number, index]) !== -1) found.add(index)
    return found.size < list.bits
  }

  /** The service's own keys that are not among these. */
  missingKeys(ids: Iterable<string>): string[] {
    const there = new Set(ids)
    return [...this.serviceKeys].filter((id) => !there.has(id))
  }

  /** Notes that a bit of a list is set. */
  learnBit(listId: string, index: number): void {
    const list = this.lists.get(listId) ?? { number: this.lists.size, bits: 0 }
    this.lists.set(listId, list)
    if (this.bits.find([list.number, index]) !== -1) return
    this.bits.add([list.number, index])
    list.bits += 1
  }

  #learnEvent({ chainId, sequence, signature }: SignedEvent): void {
    const id = uuidWords(chainId)
    const words = signatureWords(signature)
    const chain = this.chains.find(id)
    if (chain === -1) {
      this.chains.add([...id, sequence, ...words])
      return
    }
    const known = this.chains.get(chain, SEQUENCE)
    if (known >= FORKED) return
    if (sequence > known) {
      this.#learnEarlier(chain, known, this.chains.get(chain, SIGNATURE))
      if (this.chains.get(chain, SEQUENCE) >= FORKED) return
      for (const [index, word] of [sequence, ...words].entries()) this.chains.set(chain, SEQUENCE + index, word)
    } else if (sequence < known) this.#learnEarlier(chain, sequence, words[0] ?? 0)
    else if (!this.#isLast(chain, words)) this.#fork(chain)
  }

  #learnEarlier(chain: number, sequence: number, signature: number): void {
    const entry = this.earlier.find([chain, sequence])
    if (entry === -1) this.earlier.add([chain, sequence, signature])
    else if (this.earlier.get(entry, 2) !== signature) this.#fork(chain)
  }

  #fork(chain: number): void {
    this.chains.set(chain, SEQUENCE, (this.chains.get(chain, SEQUENCE) | FORKED) >>> 0)
  }

  #isLast(chain: number, words: readonly number[]): boolean {
    return words.every((word, index) => this.chains.get(chain, SIGNATURE + index) === word)
  }

  #learnKey(id: string, state: JournalledKeyState): void {
    this.serviceKeys.add(id)
    if (state !== 'active' && this.endedKeys.get(id) !== 'compromised') this.endedKeys.set(id, state)
  }
}

function uuidWords(id: string): number[] {
  const hex = id.replaceAll('-', '')
  return [0, 8, 16, 24].map((begin) => parseInt(hex.slice(begin, begin + 8), 16))
}

/** 96 bits: whoever wants another signature with the same ones would have to make the service sign 2⁹⁶ times. */
function signatureWords(signature: string): number[] {
  const hash = sha256(signature)
  return [0, 4, 8].map((begin) => hash.readUInt32BE(begin))
}
