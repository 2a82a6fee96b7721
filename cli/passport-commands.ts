import type { Command } from 'commander'
import { createPassportByOperator } from '@/lib/service/passport/create-passport-by-operator'
import { type Output, print } from './output'
import type { JsonOption, Run } from './run-command'

interface CreateOptions extends JsonOption {
  serial: string[]
  private?: boolean
  notify?: boolean
}

/** Adds `certs passport …`: what holders show of their certificates. */
export function passportCommands(program: Command, run: Run): void {
  program
    .command('passport')
    .description("holders' passports: what they show of their certificates")
    .command('create')
    .description('make a passport at a holder’s request; prints its public and its private link')
    .requiredOption('--serial <serial...>', 'the certificates that it shows, of any issuer')
    .option('--private', 'the public link answers only once the holder makes the passport public')
    .option('--notify', 'send both links to the address that the certificates came with')
    .action((options: CreateOptions) => run(options, (output) => create(output, options)))
}

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
      ...(mailed
        ? ['Both are on their way to the holder by mail.']
        : [
            'Whoever has the private link can change the passport. It is shown this once: hand it over by a way that only the',
            'holder reads, and tell them to replace it there.',
          ]),
    ],
  )
}
