import { readiness } from '@/lib/http/readiness'
import { databaseReady } from '@/lib/service/check-readiness'

export const GET = readiness(databaseReady)
