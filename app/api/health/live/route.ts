import { healthShape } from '@/lib/contract/health'
import { endpoint } from '@/lib/http/endpoint'

/** The process runs and answers; says nothing of what it depends on. Not counted. */
export const GET = endpoint({ response: healthShape }, () => ({ success: true as const, status: 'ok' as const }))
