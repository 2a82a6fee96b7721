import type { Command } from 'commander'
import { withoutLinks } from '@/cli/makes-links'
import { type Output, print } from '@/cli/output'
import type { JsonOption, Run } from '@/cli/run-command'
import { rotateServiceKey } from '@/lib/service/keys/rotate-service-key'

const ROTATE_HELP = `
The service's own key signs events, receipts, manifests and statements of keys and files. What the old one signed keeps
verifying: its public half stays in /.well-known/jwks.json. Its private half is destroyed. Running servers need no restart.`

/** Adds `certs service rotate-key`. */
export function serviceCommands(program: Command, run: Run): void {
  const service = program.command('service').description('look after the service itself')
  withoutLinks(service.command('rotate-key'))
    .description('sign events, receipts and statements with a new key from now on')
    .addHelpText('after', ROTATE_HELP)
    .action((options: JsonOption) => run(options, rotateKey))
}

async function rotateKey(output: Output): Promise<void> {
  const { retired, active } = await rotateServiceKey()
  print(output, { retired, active }, [
    `The service signs with the key ${active} from now on.`,
    `Retired: ${retired}. What it signed keeps verifying.`,
  ])
}
