import type { Signer } from '@/lib/crypto/signature/signer'
import { parseCheckpoint } from '@/lib/crypto/tlog/checkpoint'
import { ServiceError } from '@/lib/errors'
import { workingPool } from '@/lib/store/database/database'
import { findLogKeys, openNoteKeys } from '@/lib/store/log/keys/log-keys'
import { findLogState } from '@/lib/store/log/log-state'
import type { SignerClientRole } from './handed-labels'

const COSIGNED = /^cosignature\/v1\ntime \d{1,15}\n/

/**
 * The signer with a key of the public log, once what it is to sign was read: a checkpoint of this log by its own key, or
 * the cosignature of a checkpoint by our witness's.
 * @throws ServiceError `malformed` for everything else
 */
export async function logSignerFor(rowId: string, bytes: Buffer, role: SignerClientRole): Promise<Signer> {
  const db = workingPool()
  const rows = await findLogKeys(db)
  const now = Date.now()
  const [log, witness] = [openNoteKeys(rows, 'log', now), openNoteKeys(rows, 'witness', now)]
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  const asWitness = witness.find(({ row }) => row.id === rowId)
  if (asWitness && COSIGNED.test(text) && isCheckpoint(text.replace(COSIGNED, ''))) return asWitness.signer
  const asLog = log.find(({ row }) => row.id === rowId)
  const state = await findLogState(db)
  if (asLog && role === 'desk' && state && isCheckpoint(text, state.origin)) return asLog.signer
  throw new ServiceError('malformed', 'The signer refuses: it is no checkpoint that this key signs.')
}

function isCheckpoint(text: string, origin?: string): boolean {
  try {
    const parsed = parseCheckpoint(text, origin === undefined ? 'passed over' : 'refused')
    return origin === undefined || parsed.origin === origin
  } catch {
    return false
  }
}
