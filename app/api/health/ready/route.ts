import { readiness } from '@/lib/http/readiness'
import { databaseReady } from '@/lib/service/check-readiness'
import { isMailHealthy } from '@/lib/service/mail/mail-health'

export const GET = readiness(databaseReady, isMailHealthy)
