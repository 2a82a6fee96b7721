import { open } from 'node:fs/promises'
import { runInspector } from './inspect-process'
import { InspectionLanes } from './inspection-lanes'
import { inspectorAnswer, type InspectionOutcome, type InspectorAnswer } from './inspection-result'
import { findTextSerials, type TextSerialOptions } from './inspection-serials'

/** Where PDF readers look for the header (ISO 32000-1, annex H.3.4.1). */
const HEADER_WITHIN_BYTES = 1024

export interface InspectOptions extends TextSerialOptions {
  /** The caller's address as it is counted; without one the document waits behind no other of its sender. */
  address?: string
  /** Looks at no page: for a file that is asked for what it carries alone. */
  attachmentsOnly?: boolean
}

const holder = globalThis as typeof globalThis & { certificateServiceInspections?: InspectionLanes }

/** The one door to the processes that read documents; kept on globalThis, since Next's bundles share no module state. */
export function inspections(): InspectionLanes {
  return (holder.certificateServiceInspections ??= new InspectionLanes())
}

/** Other lanes from now on, for tests. */
export function setInspections(lanes: InspectionLanes): void {
  holder.certificateServiceInspections = lanes
}

/**
 * Looks into an uploaded document for what names a certificate (spec part 7): attached credentials, serials
 * in the text and QR codes of the first three pages. The document is read by a process of its own, which has two
 * seconds, and five where it needs them and fewer files are inspected. Nothing that is found is trusted; a `failed` or `busy` document could not be checked, whatever it is.
 * @param path a file that does not change meanwhile
 * @throws the file system's error when the file cannot be opened
 */
export async function inspectDocument(path: string, options: InspectOptions = {}): Promise<InspectionOutcome> {
  if (!(await hasPdfHeader(path))) return { outcome: 'not_a_pdf' }
  const job = { program: 'inspect/inspect-child.mjs', attachmentsOnly: options.attachmentsOnly ?? false } as const
  const ended = await inspections().run(options.address ?? null, (limits) => runInspector(path, limits, job))
  if (ended === null) return { outcome: 'busy' }
  if (ended.end !== 'answered') return { outcome: 'failed', reason: ended.end === 'crash' ? 'crash' : 'timeout' }
  const answer = parseAnswer(ended.text)
  if (answer === null) return { outcome: 'failed', reason: 'crash' }
  if (answer.status !== 'inspected') return { outcome: answer.status }
  const { status: _, texts, qrTexts, ...others } = answer
  const inspection = { ...others, textSerials: findTextSerials(texts, options), qrTexts: [...new Set(qrTexts)] }
  return { outcome: 'inspected', inspection }
}

/** Answers HTML, pictures, random and empty files without a process. */
async function hasPdfHeader(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_WITHIN_BYTES), 0, HEADER_WITHIN_BYTES, 0)
    return buffer.subarray(0, bytesRead).includes('%PDF-')
  } finally {
    await file.close()
  }
}

function parseAnswer(text: string): InspectorAnswer | null {
  try {
    return inspectorAnswer.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
