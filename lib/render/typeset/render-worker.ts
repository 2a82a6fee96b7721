import type { CertificateDocument } from '@/lib/render/certificate/certificate-document'
import { typesetCertificate } from '@/lib/render/certificate/typeset-certificate'
import { typesetBatchReceipt, typesetReceipt } from '@/lib/render/receipt/typeset-receipt'
import { RenderError } from './render-error'
import type { RenderAnswer, RenderResult, RenderTask } from './render-message'
import { findUndrawableCharacter, undrawableSentence } from './undrawable-character'

// The child process of the pool: one task at a time, no environment, no connection but the one to its parent.
process.on('disconnect', () => process.exit(0))
process.on('message', (task) => void answer(task as RenderTask))
send({ kind: 'ready' })

async function answer(task: RenderTask): Promise<void> {
  try {
    const result = await perform(task)
    send({ kind: 'made', result, rss: process.memoryUsage.rss() })
  } catch (error) {
    const code = error instanceof RenderError ? error.code : 'failed'
    const message = error instanceof Error ? error.message : String(error)
    send({ kind: 'refused', code, message, rss: process.memoryUsage.rss() })
  }
}

async function perform(task: RenderTask): Promise<RenderResult> {
  if (task.kind === 'certificate') {
    refuseUndrawable(task.document)
    return typesetCertificate(task.document)
  }
  if (task.kind === 'receipt') return typesetReceipt(task.document)
  if (task.kind === 'batch_receipt') return typesetBatchReceipt(task.document)
  // Loaded on first use: most workers only ever set certificates.
  const { rasterisePage } = await import('./rasterise-page')
  return rasterisePage(task.pdf, task.dots)
}

function refuseUndrawable(document: CertificateDocument): void {
  const words: [string, string | null][] = [
    ['full_name', document.fullName],
    ['registration_number', document.registrationNumber],
    ['event_title', document.eventTitle],
    ['achievement', document.achievement],
    ["the issuer's name", document.issuerName],
  ]
  for (const [field, text] of words) {
    const found = findUndrawableCharacter(text ?? '')
    if (found) throw new RenderError('undrawable', undrawableSentence(field, found))
  }
}

function send(message: RenderAnswer): void {
  process.send?.(message)
}
