import { verifyServiceKeyMac, serviceKeyMac } from '@/lib/crypto/seals/key-row-mac'
import { logKeyMac, verifyLogKeyMac } from '@/lib/crypto/seals/log-key-mac'
import { parsePublicJwk } from '@/lib/crypto/signature/public-key'
import { env } from '@/lib/env'
import { serviceSigner } from '@/lib/service/keys/service-signer'
import { witnessName } from '@/lib/service/log/witness/cosign-checkpoint'
import { resealRestores } from '@/lib/store/backup/restores'
import { type Transaction, transaction } from '@/lib/store/database/database'
import { databaseTime } from '@/lib/store/evidence/event-log'
import { requireKeyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { findServiceKeys, lockServiceKeys, updateServiceKey } from '@/lib/store/keys/service-keys'
import { readLogKeys, requireWitnessKey, updateLogKeyMac } from '@/lib/store/log/keys/log-keys'

/** The MACs of earlier versions, which only a holder of the key encryption key can check. */
const isEarlier = (mac: string) => mac.length === 43

/**
 * Makes what other processes find but cannot make, before they ask: the service's key, our witness's where logs of others
 * are confirmed, and signatures of the root key in the place of earlier MACs. A row without a good MAC stays without.
 */
export async function prepareKeys(): Promise<void> {
  await transaction(async (tx) => {
    await serviceSigner(tx)
    if (env().WITNESS_LOGS.length > 0) await requireWitnessKey(tx, witnessName(), await databaseTime(tx))
    await vouchForServiceKeys(tx)
    await vouchForLogKeys(tx)
    const key = requireKeyEncryptionKey()
    await resealRestores(tx, key, key)
  })
}

async function vouchForServiceKeys(tx: Transaction): Promise<void> {
  await lockServiceKeys(tx)
  const key = requireKeyEncryptionKey()
  for (const row of await findServiceKeys(tx)) {
    const facts = { id: row.id, publicJwk: parsePublicJwk(JSON.parse(row.publicJwk)), state: row.state }
    if (!isEarlier(row.mac) || !verifyServiceKeyMac(key, facts, row.mac)) continue
    await updateServiceKey(tx, { ...row, mac: serviceKeyMac(key, facts) })
  }
}

async function vouchForLogKeys(tx: Transaction): Promise<void> {
  const key = requireKeyEncryptionKey()
  for (const row of await readLogKeys(tx))
    if (isEarlier(row.mac) && verifyLogKeyMac(key, row, row.mac)) await updateLogKeyMac(tx, row.id, logKeyMac(key, row))
}
