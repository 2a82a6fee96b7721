import type { Command } from 'commander'
import { withoutLinks } from '@/cli/makes-links'
import { type Output, print } from '@/cli/output'
import type { CommandContext, JsonOption, Run } from '@/cli/run-command'
import { table } from '@/cli/table'
import { WrongUsage } from '@/cli/wrong-usage'
import type { RoundEnd } from '@/lib/service/mail/mail-round'
import {
  cancelQueuedMail,
  decideRestored,
  listQueuedMail,
  OPEN_STATES,
  type QueuedMail,
  retryQueuedMail,
  sendMailOnce,
} from '@/lib/service/mail/operate-mail'

const HELP = `
A message is unknown when its text was handed over and the answer was lost: it may have arrived, so it is not
sent again by itself. Ask the recipient or look into the mail server's log (its message ID begins with the ID here),
then retry or cancel it. A message that the server puts off is tried for about three days; one that it refuses for good has
failed. After thirty days all of them are deleted, and those that still wait too: mail of a suspended issuer waits until then.`

const ENDS: Record<RoundEnd, string> = {
  none: 'Nothing is due any more.',
  limited: 'As many messages as MAIL_PER_MINUTE allows were sent within this minute; the others wait.',
  down: 'The mail server cannot be used. certs doctor says why.',
  restored: 'Nothing is sent: the database is older than its journal. Run: certs journal replay',
  stopped: 'Stopped.',
}

/** Adds `certs mail …`: the queue of messages. */
export function mailCommands(program: Command, run: Run): void {
  const mail = program.command('mail').description('messages that wait, failed, or may not have arrived')
  withoutLinks(mail.command('list'))
    .description('show the messages that are not sent, the newest first')
    .option('--all', 'sent and cancelled ones too')
    .addHelpText('after', HELP)
    .action((options: JsonOption & { all?: boolean }) => run(options, (output) => list(output, options.all ?? false)))
  withoutLinks(mail.command('retry'))
    .argument('[id]', 'the message')
    .description('send a message again that failed, or that did not arrive')
    .option('--restored', 'all that waited when the database was restored')
    .action((id: string | undefined, options: DecideOptions) => run(options, (output) => retry(output, id, options)))
  withoutLinks(mail.command('cancel'))
    .argument('[id]', 'the message')
    .description('cancel a message for good')
    .option('--restored', 'all that waited when the database was restored')
    .action((id: string | undefined, options: DecideOptions) => run(options, (output) => cancel(output, id, options)))
  mail
    .command('send')
    .description('send what is due once, for a timer; a running server does it by itself')
    .action((options: JsonOption) => run(options, send))
}

async function list(output: Output, all: boolean): Promise<void> {
  const mails = await listQueuedMail(all ? [...OPEN_STATES, 'sent', 'abandoned'] : OPEN_STATES)
  const rows = mails.map((one) => [
    one.id,
    one.kind,
    one.state,
    one.to ?? '–',
    one.serial ?? one.issuerSlug ?? '–',
    String(one.attempts),
    one.lastError ?? '–',
  ])
  print(
    output,
    { mail: mails.map(document) },
    rows.length > 0 ? table(['ID', 'kind', 'state', 'to', 'about', 'attempts', 'last'], rows) : ['No message waits.'],
  )
}

function document(one: QueuedMail) {
  const { id, kind, state, to, issuerSlug: issuer, serial, attempts, lastError } = one
  return {
    ...{ id, kind, state, to, issuer, serial, attempts },
    created_at: one.createdAt.toISOString(),
    next_attempt_at: state === 'queued' ? one.nextAttemptAt.toISOString() : null,
    finished_at: one.finishedAt?.toISOString() ?? null,
    last_error: lastError,
  }
}

interface DecideOptions extends JsonOption {
  restored?: boolean
}

async function retry(output: Output, given: string | undefined, { restored }: DecideOptions): Promise<void> {
  const id = oneOf(given, restored)
  if (id === null) return decideAll(output, 'retry')
  await retryQueuedMail(id)
  print(output, { mail: { id, state: 'queued' } }, ['It is sent again.'])
}

async function cancel(output: Output, given: string | undefined, { restored }: DecideOptions): Promise<void> {
  const id = oneOf(given, restored)
  if (id === null) return decideAll(output, 'cancel')
  await cancelQueuedMail(id)
  print(output, { mail: { id, state: 'abandoned' } }, ['Cancelled.'])
}

/** @returns null for all that a restore left */
function oneOf(id: string | undefined, restored: boolean | undefined): string | null {
  if ((id === undefined) !== (restored === true))
    throw new WrongUsage('Give one message ID, or --restored for all after a restore.')
  return id ?? null
}

async function decideAll(output: Output, what: 'retry' | 'cancel'): Promise<void> {
  const messages = await decideRestored(what)
  print(output, { messages }, [
    `${what === 'retry' ? 'Messages that are sent again' : 'Messages cancelled'}: ${messages}.`,
  ])
}

async function send(output: CommandContext): Promise<number> {
  const end = await sendMailOnce(output.signal)
  print(output, { end }, [ENDS[end]])
  return end === 'down' || end === 'restored' ? 1 : 0
}
