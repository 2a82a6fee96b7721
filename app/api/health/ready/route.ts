import { readiness } from '@/lib/http/operation/readiness'
import { isMailHealthy } from '@/lib/service/mail/mail-health'
import { isSignerThere } from '@/lib/service/operation/is-signer-there'
import { databaseReady } from '@/lib/service/operation/check-readiness'

export const GET = readiness(databaseReady, isMailHealthy, isSignerThere)
