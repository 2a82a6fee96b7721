import { z } from 'zod'
import type { MediaBody, Operation, OperationAnswer } from './openapi/operation'

/** The headers of conditional requests. */
const conditions = {
  'if-match': z.string().optional().describe('Entity tags, or `*`: without any of these the answer is 412'),
  'if-none-match': z.string().optional().describe('Entity tags that the caller holds, or `*`: with one of them 304'),
}

/** Request headers that choose between a whole document and none of it. */
export const conditionHeaders = z.object(conditions)

/** Request headers that choose what is sent of a file (RFC 9110 sections 13 and 14). */
export const fileHeaders = z.object({
  ...conditions,
  range: z.string().optional().describe('One range of bytes, such as `bytes=0-1023`; with several the whole is sent'),
  'if-range': z.string().optional().describe('An entity tag: the range is heeded only while the file is this one'),
})

const FILE_HEADERS = ['etag', 'repr-digest', 'content-disposition', 'accept-ranges'] as const

/**
 * The answers with a file: the whole, a range of it, or that the caller has it.
 * @param whole what the file is, in a sentence
 */
export function fileAnswers(
  whole: string,
  bodies: Readonly<Record<string, MediaBody>>,
): Record<number, OperationAnswer> {
  return {
    200: { description: whole, bodies, headers: FILE_HEADERS },
    206: {
      description: 'The range of it that was asked for.',
      bodies: Object.fromEntries(Object.keys(bodies).map((type) => [type, 'bytes' as const])),
      headers: [...FILE_HEADERS, 'content-range'],
    },
    304: { description: 'The caller has these bytes already.', headers: ['etag'] },
  }
}

/** The refusals of what is asked for in part or on conditions. */
export const FILE_REFUSALS: NonNullable<Operation['refusals']> = {
  412: 'The file is another one than `if-match` asks for.',
  416: 'The file has no such range of bytes.',
}

/** A form with one file in it. */
export const fileForm = z.object({ file: z.file().describe('The file') })
