import { type Command, Option } from 'commander'
import { DESK_ROLES, type DeskRole } from '@/lib/domain/desk/role'
import { inviteByOperator } from '@/lib/service/desk/invite-person'
import { type Output, print } from './output'
import type { JsonOption, Run } from './run-command'

/** Adds `certs user …`: the people at the issuers' desks. */
export function userCommands(program: Command, run: Run): void {
  const user = program.command('user').description("people at the issuers' desks")
  user
    .command('invite')
    .argument('<slug>', 'the issuer')
    .description('make a one-time link by which a person joins the desk')
    .requiredOption('--email <email>', 'whom to invite')
    .addOption(new Option('--role <role>', 'what they may do; the first person is owner').choices(DESK_ROLES))
    .action((slug: string, options: JsonOption & { email: string; role?: DeskRole }) =>
      run(options, (output) => invite(output, slug, options)),
    )
}

async function invite(output: Output, slug: string, options: { email: string; role?: DeskRole }): Promise<void> {
  const { link, email, role, expiresAt } = await inviteByOperator(slug, options.email, options.role ?? null)
  print(output, { invitation: { email, role, link, expires_at: expiresAt.toISOString() } }, [
    link,
    '',
    `${email} joins as ${role} by this link. It is shown this once, works once and until ${expiresAt.toISOString()}.`,
    'Hand it over by a way that only this person reads.',
  ])
}
