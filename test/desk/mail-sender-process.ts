import { sendMailOnce } from '@/lib/service/mail/operate-mail'

/** A process that sends what is due; a test kills it in the middle. */
await sendMailOnce(new AbortController().signal)
process.exit(0)
