import { noSuchPath } from '@/lib/errors'
import { errorResponse, standardHeaders } from '@/lib/http/answer/respond'
import { newRequestId } from '@/lib/http/request-id'

/**
 * Answers every address under `/api` that holds nothing, in JSON as all of them (spec part 1). The front answers it
 * before any route is asked.
 */
const answer = () => Promise.resolve(errorResponse(noSuchPath(), standardHeaders(newRequestId())))

export const GET = answer
export const POST = answer
export const PUT = answer
export const PATCH = answer
export const DELETE = answer
export const OPTIONS = answer
