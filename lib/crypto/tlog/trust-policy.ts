import { parseDecimal } from './decimal'
import { LogFormatError } from './log-format-error'
import { type NoteKey, type NoteKeyPurpose, parseVkey } from './note-key'

/** Whom a verifier believes (C2SP tlog-policy): one of these logs, confirmed by this quorum. */
export interface TrustPolicy {
  logs: PolicyLog[]
  witnesses: PolicyWitness[]
  /** null for `quorum none`. */
  quorum: Quorum | null
}

interface PolicyLog {
  key: NoteKey
  url: string | null
}

export interface PolicyWitness extends PolicyLog {
  /** Its name within the policy. */
  name: string
}

/** A witness, or so many of the members of a group. */
type Quorum = { witness: PolicyWitness } | { threshold: number; members: Quorum[] }

const MOST_BYTES = 256 * 1024
const MOST_OF_A_KIND = 256

/**
 * Reads a policy file.
 * @throws LogFormatError with the number of the line that is not understood: half a policy is none
 */
export function parsePolicy(bytes: Uint8Array): TrustPolicy {
  if (bytes.length > MOST_BYTES) throw new LogFormatError('The policy is too long.')
  // Octets stay octets: names are compared as they are, whatever encoding somebody meant.
  const text = Buffer.from(bytes).toString('latin1')
  if (!/^[\t\n\x20-\x7e\x80-\xff]*$/.test(text)) throw new LogFormatError('The policy holds a control character.')
  const lines = text.split('\n')
  if (lines.pop() !== '')
    throw new LogFormatError('The last line of the policy does not end; it may have been cut off.')
  const reader = new PolicyReader()
  lines.forEach((line, index) => {
    const words = line.split(/[\t ]+/).filter((word) => word !== '')
    if (words.length === 0 || words[0]?.startsWith('#')) return
    try {
      reader.read(words)
    } catch (error) {
      if (!(error instanceof LogFormatError)) throw error
      throw new LogFormatError(`Line ${index + 1} of the policy: ${error.message}`)
    }
  })
  return reader.policy()
}

class PolicyReader {
  readonly #logs: PolicyLog[] = []
  readonly #witnesses: PolicyWitness[] = []
  readonly #named = new Map<string, Quorum>()
  readonly #grouped = new Set<string>()
  #quorum: Quorum | null | undefined

  read([keyword = '', ...words]: string[]): void {
    if (keyword === 'log') this.#readLog(words)
    else if (keyword === 'witness') this.#readWitness(words)
    else if (keyword === 'group') this.#readGroup(words)
    else if (keyword === 'quorum') this.#readQuorum(words)
    else throw new LogFormatError('it begins with none of log, witness, group, quorum.')
  }

  policy(): TrustPolicy {
    if (this.#quorum === undefined) throw new LogFormatError('The policy has no line of quorum.')
    return { logs: this.#logs, witnesses: this.#witnesses, quorum: this.#quorum }
  }

  #readLog([vkey, url, ...more]: string[]): void {
    if (vkey === undefined || more.length > 0) throw new LogFormatError('a log is a vkey, and perhaps an address.')
    this.#logs.push({ key: newKey(vkey, 'log', this.#logs), url: url ?? null })
  }

  #readWitness([name, vkey, url, ...more]: string[]): void {
    if (name === undefined || vkey === undefined || more.length > 0) {
      throw new LogFormatError('a witness is a name, a vkey, and perhaps an address.')
    }
    const witness = { name, key: newKey(vkey, 'witness', this.#witnesses), url: url ?? null }
    this.#witnesses.push(witness)
    this.#define(name, { witness })
  }

  #readGroup([name, rule, ...names]: string[]): void {
    if (name === undefined || rule === undefined || names.length === 0) {
      throw new LogFormatError('a group is a name, a number, all or any, and its members.')
    }
    const threshold = rule === 'any' ? 1 : rule === 'all' ? names.length : parseDecimal(rule)
    if (threshold === null || threshold < 1 || threshold > names.length) {
      throw new LogFormatError('the number is not between one and the number of members.')
    }
    this.#define(name, { threshold, members: names.map((member) => this.#member(member)) })
  }

  #readQuorum([name, ...more]: string[]): void {
    if (name === undefined || more.length > 0) throw new LogFormatError('a quorum is one name.')
    if (this.#quorum !== undefined) throw new LogFormatError('there is a quorum already.')
    this.#quorum = name === 'none' ? null : this.#find(name)
  }

  #define(name: string, meaning: Quorum): void {
    if (name === 'none' || this.#named.has(name)) throw new LogFormatError('the name is taken.')
    if (this.#named.size >= 2 * MOST_OF_A_KIND) throw new LogFormatError('there are too many witnesses and groups.')
    this.#named.set(name, meaning)
  }

  /** Each name is a member once in the whole policy: no witness counts in two ways. */
  #member(name: string): Quorum {
    if (this.#grouped.has(name)) throw new LogFormatError('one of the members is in a group already.')
    this.#grouped.add(name)
    return this.#find(name)
  }

  #find(name: string): Quorum {
    const meaning = this.#named.get(name)
    if (!meaning) throw new LogFormatError('it names what no line before it defines.')
    return meaning
  }
}

/** Two keys are one where their bytes are, whatever they are called: nobody votes twice. */
function newKey(octets: string, purpose: NoteKeyPurpose, others: readonly PolicyLog[]): NoteKey {
  if (others.length >= MOST_OF_A_KIND) throw new LogFormatError('there are too many of them.')
  const key = parseVkey(Buffer.from(octets, 'latin1').toString('utf8'))
  if (key.purpose !== purpose) throw new LogFormatError(`the key is not of the type of a ${purpose}.`)
  if (others.some((other) => other.key.publicBytes.equals(key.publicBytes))) {
    throw new LogFormatError('the key is in the policy already.')
  }
  return key
}

/** Whether these witnesses make the quorum. */
export function isQuorum(quorum: Quorum | null, signed: ReadonlySet<PolicyWitness>): boolean {
  if (quorum === null) return true
  if ('witness' in quorum) return signed.has(quorum.witness)
  return quorum.members.filter((member) => isQuorum(member, signed)).length >= quorum.threshold
}
