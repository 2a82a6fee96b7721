import { type Command, Option } from 'commander'
import { withoutLinks } from '@/cli/makes-links'
import { type Output, print } from '@/cli/output'
import type { JsonOption, Run } from '@/cli/run-command'
import { table } from '@/cli/table'
import { DESK_ROLES, type DeskRole } from '@/lib/domain/desk/role'
import { inviteByOperator } from '@/lib/service/desk/invite-person'
import { listPeopleByOperator, removeByOperator } from '@/lib/service/desk/people-by-operator'
import { makeResetLinkByOperator } from '@/lib/service/desk/sign-in/make-reset-link'
import { erasePerson } from '@/lib/service/erasure/erase-person'

/** Adds `certs user …`: the people at the issuers' desks. */
export function userCommands(program: Command, run: Run): void {
  const user = program.command('user').description("people at the issuers' desks")
  user
    .command('invite')
    .argument('<slug>', 'the issuer')
    .description('create a one-time link with which a person joins the desk')
    .requiredOption('--email <email>', 'whom to invite')
    .addOption(new Option('--role <role>', 'what they may do; the first person is owner').choices(DESK_ROLES))
    .action((slug: string, options: JsonOption & { email: string; role?: DeskRole }) =>
      run(options, (output) => invite(output, slug, options)),
    )
  withoutLinks(user.command('list'))
    .argument('<slug>', 'the issuer')
    .description('list the people who work at its desk')
    .action((slug: string, options: JsonOption) => run(options, (output) => list(output, slug)))
  withoutLinks(user.command('remove'))
    .argument('<slug>', 'the issuer')
    .description('remove a person from the desk; their sessions there end at once')
    .requiredOption('--email <email>', 'whom to remove')
    .action((slug: string, options: JsonOption & { email: string }) =>
      run(options, (output) => remove(output, slug, options.email)),
    )
  withoutLinks(user.command('erase'))
    .description('erase the account of a person who works for no issuer any more, as the owner of the tables')
    .requiredOption('--email <email>', 'whom to erase')
    .action((options: JsonOption & { email: string }) => run(options, (output) => erase(output, options.email)))
  user
    .command('reset')
    .argument('<slug>', 'the issuer')
    .description('create a one-time link with which a person who lost their second factor sets up a new one')
    .requiredOption('--email <email>', 'for whom')
    .option('--password', 'the password is lost too: the person chooses another, or makes a passkey')
    .action((slug: string, options: JsonOption & { email: string; password?: true }) =>
      run(options, (output) => reset(output, slug, options.email, options.password === true)),
    )
}

async function reset(output: Output, slug: string, email: string, anew: boolean): Promise<void> {
  const { link, person, expiresAt } = await makeResetLinkByOperator(slug, email, anew)
  const until = expiresAt.toISOString()
  print(output, { reset: { id: person.userId, email: person.email, link, expires_at: until } }, [
    link,
    '',
    anew
      ? `${person.email} chooses a new password or passkey by this link, and a new second factor. Nothing else is asked.`
      : `${person.email} sets up a new second factor by this link, with their password if they have one.`,
    `It is shown only once, works once and until ${until}. Make sure that it is really them who asks.`,
  ])
}

async function list(output: Output, slug: string): Promise<void> {
  const people = await listPeopleByOperator(slug)
  const seen = (date: Date | null) => date?.toISOString() ?? null
  const document = people.map(({ userId, name, email, role, createdAt, lastSeenAt }) => ({
    id: userId,
    name,
    email,
    role,
    joined_at: createdAt.toISOString(),
    last_signed_in_at: seen(lastSeenAt),
  }))
  const rows = people.map(({ name, email, role, lastSeenAt }) => [name, email, role, seen(lastSeenAt) ?? '–'])
  const lines =
    rows.length > 0 ? table(['name', 'e-mail', 'role', 'signed in last'], rows) : ['Nobody works there yet.']
  print(output, { people: document }, lines)
}

async function remove(output: Output, slug: string, email: string): Promise<void> {
  const person = await removeByOperator(slug, email)
  const removed = { id: person.userId, email: person.email, role: person.role }
  print(output, { removed }, [`${person.email} no longer works for ${slug}. Their sessions there have ended.`])
}

async function erase(output: Output, email: string): Promise<void> {
  const { hadAccount, invitations, ...erased } = await erasePerson(email)
  print(output, { erased: { ...erased, account: hadAccount, invitations } }, [
    `${erased.email} is erased: ${hadAccount ? 'the account, ' : ''}${invitations === 1 ? '1 invitation' : `${invitations} invitations`}.`,
    'What they did stays in the logs of issuers, without a name. A restored backup brings the account back only without its journal.',
  ])
}

async function invite(output: Output, slug: string, options: { email: string; role?: DeskRole }): Promise<void> {
  const { link, email, role, expiresAt, mailed } = await inviteByOperator(slug, options.email, options.role ?? null)
  print(output, { invitation: { email, role, link, expires_at: expiresAt.toISOString(), mailed } }, [
    link,
    '',
    `${email} joins as ${role} by this link. It is shown only once, works once and until ${expiresAt.toISOString()}.`,
    mailed ? 'It is on its way to them by mail.' : 'Hand it over by a way that only this person reads.',
  ])
}
