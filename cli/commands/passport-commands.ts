import type { Command } from 'commander'
import { withoutLinks } from '@/cli/makes-links'
import { type Output, print } from '@/cli/output'
import type { JsonOption, Run } from '@/cli/run-command'
import { createPassportByOperator } from '@/lib/service/passport/create-passport-by-operator'
import { deletePassportByOperator, replaceLinkByOperator } from '@/lib/service/passport/passport-by-operator'

interface CreateOptions extends JsonOption {
  serial: string[]
  private?: boolean
  notify?: boolean
}

/** Adds `certs passport …`: what holders show of their certificates. */
export function passportCommands(program: Command, run: Run): void {
  const passport = program.command('passport').description("holders' passports: what they show of their certificates")
  passport
    .command('create')
    .description('create a passport at a holder’s request; prints its public and its private link')
    .requiredOption('--serial <serial...>', 'the certificates that it shows, of any issuer')
    .option('--private', 'the public link answers only once the holder makes the passport public')
    .option('--notify', 'send both links to the address that the certificates came with')
    .action((options: CreateOptions) => run(options, (output) => create(output, options)))
  passport
    .command('link')
    .argument('<handle>', 'the passport, or its public link')
    .description('create a new private link for a holder who lost it; the old one opens nothing any more')
    .action((handle: string, options: JsonOption) => run(options, (output) => link(output, handle)))
  withoutLinks(passport.command('delete'))
    .argument('<handle>', 'the passport, or its public link')
    .description('delete a passport for good, at its holder’s request; the certificates stay as they are')
    .action((handle: string, options: JsonOption) => run(options, (output) => remove(output, handle)))
}

async function link(output: Output, passport: string): Promise<void> {
  const { handle, manageUrl } = await replaceLinkByOperator(passport)
  print(output, { passport: { handle, manage_url: manageUrl } }, [`Private link  ${manageUrl}`, '', ...HAND_OVER])
}

async function remove(output: Output, passport: string): Promise<void> {
  const handle = await deletePassportByOperator(passport)
  print(output, { passport: { handle, deleted: true } }, ['The passport is deleted.'])
}

const HAND_OVER = [
  'Anyone with the private link can change the passport. It is shown only once: send it in a way that only the',
  'holder can read, and tell them to replace it there.',
]

async function create(output: Output, options: CreateOptions): Promise<void> {
  const made = await createPassportByOperator(options.serial, {
    published: !options.private,
    notify: options.notify ?? false,
  })
  const { handle, url, manageUrl, published, serials, mailed } = made
  print(
    output,
    {
      passport: { handle, url, manage_url: manageUrl, published, certificates: serials },
      ...(options.notify && { mailed }),
    },
    [
      `Public link   ${url}`,
      `Private link  ${manageUrl}`,
      '',
      published
        ? `Anybody with the public link sees, with the name: ${serials.join(', ')}`
        : 'The public link leads nowhere until the holder makes the passport public by the private link.',
      ...(mailed ? ['Both are on their way to the holder by mail.'] : HAND_OVER),
    ],
  )
}
