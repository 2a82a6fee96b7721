import type { Command } from 'commander'
import { createInterface } from 'node:readline/promises'
import { withoutLinks } from '@/cli/makes-links'
import { type Output, print } from '@/cli/output'
import type { CommandContext, JsonOption, Run } from '@/cli/run-command'
import { WrongUsage } from '@/cli/wrong-usage'
import { serialKey } from '@/lib/domain/certificate/serial'
import { ServiceError } from '@/lib/errors'
import { readText } from '@/lib/service/change/read-changes'
import { eraseCertificate } from '@/lib/service/erasure/erase-certificate'
import { finishErasures } from '@/lib/service/erasure/finish-erasures'

const ACTOR = 'operator'

interface EraseOptions extends JsonOption {
  reason?: string
  yes?: boolean
  finish?: boolean
  filesGone?: boolean
}

const HELP = `
Erases the certificate, everything that it was corrected from and to, its files, receipts, mail and passports. It
cannot be undone, and the serial answers like one that never was. docs/privacy.md says what stays and for how long.`

/** Adds `certs erase`. */
export function eraseCommand(program: Command, run: Run): void {
  withoutLinks(program.command('erase'))
    .argument('[serial]', 'any version of the certificate')
    .description('permanently erase a person’s data, at their request')
    .option('--reason <reason>', 'why, kept internally; it must not name the person')
    .option('--yes', 'do not ask for the serial again')
    .option('--finish', 'complete erasures that were interrupted')
    .option('--files-gone', 'with --finish: files that are in no store are gone for good')
    .addHelpText('after', HELP)
    .action((serial: string | undefined, options: EraseOptions) =>
      run(options, (output) => (options.finish ? finish(output, serial, options) : erase(output, serial, options))),
    )
}

async function erase(output: CommandContext, serial: string | undefined, options: EraseOptions): Promise<void> {
  if (serial === undefined) throw new WrongUsage('Name the serial of the certificate.')
  if (options.reason === undefined) throw new WrongUsage('Give a reason with --reason.')
  const reason = readText('The reason', options.reason, 500)
  if (!options.yes) await confirm(output, serial)
  const { lineageId, certificates, otherMail = 0 } = await eraseCertificate(serial, { reason, actor: ACTOR })
  const what = certificates === 1 ? '1 certificate' : `${certificates} versions of one certificate`
  print(output, { erased: { lineage_id: lineageId, certificates, other_mail: otherMail } }, [
    `Erased: ${what}. The history ${lineageId} says so.`,
    ...(otherMail > 0
      ? [`Messages to the same address about something else are kept: ${otherMail} (certs mail list).`]
      : []),
    'Reports that name the person without the serial are found by reading: certs report list --all',
    'Older backups of the database still hold the data: see docs/privacy.md.',
  ])
}

async function finish(output: Output, serial: string | undefined, { filesGone = false }: EraseOptions): Promise<void> {
  // A serial that was erased leads nowhere, so that its erasure cannot be picked out of the others.
  if (serial !== undefined) throw new WrongUsage('--finish completes every interrupted erasure: leave the serial away.')
  const finished = await finishErasures({ filesGone })
  print(output, { finished }, [finished === 0 ? 'No erasure was left unfinished.' : `Completed: ${finished}.`])
}

/** Typed once more, so that the last command out of the shell’s history erases nobody. */
async function confirm({ json, signal }: CommandContext, serial: string): Promise<void> {
  if (json || !process.stdin.isTTY) throw new WrongUsage('Erasing is final. With --json or no terminal, add --yes.')
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const typed = await asking
      .question('This cannot be undone. Type the serial again: ', { signal })
      .catch((cause: unknown) => {
        throw new ServiceError('malformed', 'Stopped. Nothing was erased.', { cause })
      })
    if (serialKey(typed) !== serialKey(serial))
      throw new ServiceError('malformed', 'Not the same serial. Nothing was erased.')
  } finally {
    asking.close()
  }
}
