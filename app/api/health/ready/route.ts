import { readiness } from '@/lib/http/operation/readiness'
import { databaseReady } from '@/lib/service/operation/check-readiness'
import { isMailHealthy } from '@/lib/service/mail/mail-health'

export const GET = readiness(databaseReady, isMailHealthy)
