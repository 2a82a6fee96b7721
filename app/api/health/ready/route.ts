import { readiness } from '@/lib/http/operation/readiness'
import { isMailHealthy } from '@/lib/service/mail/mail-health'
import { databaseReady } from '@/lib/service/operation/check-readiness'
import { isSignerThere } from '@/lib/service/operation/is-signer-there'
import { journalTroubles } from '@/lib/service/operation/journal-troubles'

export const GET = readiness(databaseReady, isMailHealthy, isSignerThere, journalTroubles)
