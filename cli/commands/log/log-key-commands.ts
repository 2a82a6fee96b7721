import type { Command } from 'commander'
import { withoutLinks } from '@/cli/makes-links'
import { type Output, print } from '@/cli/output'
import type { JsonOption, Run } from '@/cli/run-command'
import { describeLogKeys } from '@/lib/service/log/describe-log'
import { compromiseLogKey } from '@/lib/service/log/keys/compromise-log-key'
import { rotateLogKey } from '@/lib/service/log/keys/rotate-log-key'

const ROTATE_HELP = `
The new key stands in the log and under /log/vkeys at once. It signs from seven days on, and both sign for 90 days, so that
nobody is left with a key that no longer signs. With LOG_KEY_FILE add the new key to that file first, as PEM beside the old one.
Before the seven days are over: give the new key to the witnesses (their WITNESS_LOGS has both, with a comma between them), to
verifiers, and to the DNS, as certs log key show prints it.`

const COMPROMISED_HELP = `
KEY is a key that "certs log key show" lists, or the eight characters between its plus signs. From then on it signs nothing more,
a new key signs the newest checkpoint again, and the log says both. With LOG_KEY_FILE put a new key into that file first. Then,
at once: let every witness replace the key in its WITNESS_LOGS; each goes on from the size that it confirmed, so that a thief’s
branch gets no confirmation. Tell verifiers to replace it in their policies, or to keep it beside a quorum of witnesses.
Certificates stay as they are: the log’s key signs none.`

/** Adds `certs log key show`, `rotate` and `compromised`. */
export function logKeyCommands(log: Command, run: Run): void {
  const key = log.command('key').description('keys of this service’s log')
  withoutLinks(key.command('show'))
    .description('the keys that verifiers are given, and a policy of them')
    .action((options: JsonOption) => run(options, show))
  withoutLinks(key.command('rotate'))
    .description('let a new key follow in seven days; both sign for 90 days')
    .addHelpText('after', ROTATE_HELP)
    .action((options: JsonOption) => run(options, rotate))
  withoutLinks(key.command('compromised'))
    .argument('<key>', 'the key')
    .description('end a key of the log that was in other hands, at once')
    .addHelpText('after', COMPROMISED_HELP)
    .action((name: string, options: JsonOption) => run(options, (output) => compromise(output, name)))
}

async function show(output: Output): Promise<void> {
  const { origin, keys, vkeys, witness, policy, dns } = await describeLogKeys()
  const document = {
    ...{ origin, vkeys, witness, policy, dns },
    keys: keys.map(({ vkey, state, from, until }) => ({
      ...{ vkey, state, from: isoOf(from), until: until === null ? null : isoOf(until) },
    })),
  }
  const isOneAlone = keys.length === 1
  print(output, document, [
    '# The key of this log, for a file that certs log verify --policy takes.',
    ...(isOneAlone ? [] : document.keys.map((key) => `# ${key.vkey.split('+')[1]}: ${timesOf(key)}`)),
    ...(witness === null ? [] : [`# Its own witness, which counts towards no quorum: ${witness}`]),
    policy.trimEnd(),
    '',
    '# For the DNS of its host:',
    ...dns.texts.map((text) => `# ${dns.name}. TXT "${text}"`),
  ])
}

function timesOf({ state, from, until }: { state: string; from: string; until: string | null }): string {
  const times = `signs from ${from}${until === null ? '' : ` until ${until}`}`
  return state === 'active' ? times : `${state} since ${until}`
}

async function rotate(output: Output): Promise<void> {
  const { origin, vkey, from, before } = await rotateLogKey()
  const document = { origin, vkey, from: isoOf(from), before: { vkey: before.vkey, until: isoOf(before.until) } }
  print(output, document, [
    `The public log ${origin} is signed by a second key from ${document.from} on:`,
    `  ${vkey}`,
    `The key before it signs beside it until ${document.before.until}.`,
    `Give the new one to witnesses, verifiers and the DNS before it signs: certs log key show.`,
  ])
}

async function compromise(output: Output, name: string): Promise<number> {
  const { origin, compromised, vkeys, stopped } = await compromiseLogKey(name)
  print(output, { origin, compromised, vkeys, stopped }, [
    `The key ${compromised} signs nothing more. The public log ${origin} is signed by:`,
    ...vkeys.map((vkey) => `  ${vkey}`),
    'Let every witness replace it in WITNESS_LOGS, and every verifier in its policy.',
    ...(stopped === null
      ? []
      : ['', `The log is stopped: ${stopped}`, 'Bring it on with certs log resume --checkpoint FILE.']),
  ])
  return stopped === null ? 0 : 1
}

function isoOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
