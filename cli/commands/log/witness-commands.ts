import type { Command } from 'commander'
import { withoutLinks } from '@/cli/makes-links'
import { type Output, print } from '@/cli/output'
import type { JsonOption, Run } from '@/cli/run-command'
import { describeWitnesses, nameWitness } from '@/lib/service/log/witness/name-witness'

const ADD_HELP = `
Writes one line into LOG_POLICY (C2SP tlog-policy). The server asks the witness from then on, within ten seconds of each new
leaf. The key and the address are what the other side shows with certs log witness list. A quorum is a line of that file which
you write yourself, such as: group two 2 first second third, then quorum two.`

const LIST_HELP = `
Shows two lines for somebody else: our log’s key, for their WITNESS_LOGS, and our witness, for their certs log witness add. Then
the witnesses of our log with what they confirmed last, and the logs that we confirm.`

/** Adds the commands about witnesses, ours and those that we are. */
export function witnessCommands(log: Command, run: Run): void {
  const witness = log.command('witness').description('who confirms this service’s log, and whose log it confirms')
  withoutLinks(witness.command('add'))
    .argument('<name>', 'how the policy calls it: a word without spaces')
    .argument('<key>', 'its key, such as other.example/witness+1f2e3d4c+BA…')
    .argument('<address>', 'where it is asked, such as https://other.example/witness')
    .description('let another service confirm this service’s log')
    .addHelpText('after', ADD_HELP)
    .action((name: string, key: string, address: string, options: JsonOption) =>
      run(options, (output) => add(output, { name, key, address })),
    )
  witness
    .command('list')
    .description('list who confirms this service’s log, and whose log it confirms')
    .addHelpText('after', LIST_HELP)
    .action((options: JsonOption) => run(options, list))
}

async function add(output: Output, witness: { name: string; key: string; address: string }): Promise<void> {
  const file = await nameWitness(witness)
  print(output, { file, ...witness }, [
    `${witness.name} is asked to confirm this service’s log from now on (${file}).`,
    'It confirms the log once its WITNESS_LOGS has our key: certs log witness list shows it.',
  ])
}

async function list(output: Output): Promise<void> {
  const found = await describeWitnesses()
  const { vkeys, own, witnesses, confirms } = found
  const document = { ...found, own }
  print(output, document, [
    '# Two lines for the other side:',
    ...(vkeys.length === 0 ? [] : [`WITNESS_LOGS=${vkeys.join(',')}`]),
    `certs log witness add ${own.name} ${own.key} ${own.address}`,
    '',
    witnesses.length === 0 ? 'Nobody confirms this service’s log.' : 'Who confirms this service’s log:',
    ...witnesses.map(
      ({ name, key, at, size }) =>
        `  ${name} (${key.split('+')[0]}): ${at === null ? 'has not confirmed it yet' : `${size} leaves at ${at}`}`,
    ),
    '',
    confirms.length === 0 ? 'This service confirms no other log.' : 'Logs that this service confirms:',
    ...confirms.map(({ origin, size }) => `  ${origin}: ${size === null ? 'has not asked yet' : `${size} leaves`}`),
  ])
}
