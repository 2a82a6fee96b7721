import { randomUUID } from 'node:crypto'
import { EMPTY_ROOT } from '@/lib/crypto/tlog/tree-hash'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { transaction } from '@/lib/store/database/database'
import { withOwnConnection } from '@/lib/store/database/own-connection'
import { insertSealed, updateSealed } from '@/lib/store/keys/sealed-rows'
import { insertPendingLeaves } from '@/lib/store/log/pending/pending-leaf'
import { takeWaiting } from '@/lib/store/log/sequence/place-leaves'
import { issueOne, mintIssuer } from '@/test/database/service-database'
import type { Right } from './right'

/** What is published and signed of the public log, and what checks and receipts say of it. */
export const LOGS_RIGHTS = {
  log_pending: async () => {
    const subject = randomUUID()
    const leaf = { kind: 'event' as const, place: 1, part: 0, leaf: Buffer.from('{}'), salt: Buffer.alloc(32, 1) }
    await transaction((tx) => insertPendingLeaves(tx, [{ subject, ...leaf }]))
    return { where: 'subject = $1', value: subject, opens: () => wouldBePublished(subject), end: null }
  },
  log_state: async () => {
    const serial = await issueOne(await mintIssuer())
    await transaction(async (tx) => {
      const [before] = await updateSealed(tx, 'log_state', 'true', [], ({ size }) => ({ size: size + 1n }))
      if (!before) await insertSealed(tx, 'log_state', [EMPTY_LOG])
    })
    const opens = async () => (await checkCertificate(serial))?.judgement.overallStatus === 'verified'
    return { where: 'id = $1', value: '1', opens, end: null }
  },
} satisfies Record<string, () => Promise<Right>>

/** Before the end of its intake it asks nothing of a check. */
const EMPTY_LOG = {
  ...{ id: 1, origin: 'verify.test/log', size: 0n, root: Uint8Array.from(EMPTY_ROOT) },
  ...{ publishedSize: 0n, publishedRoot: Uint8Array.from(EMPTY_ROOT) },
  ...{ intakeEnded: false, intakeEnd: 5n, intakeEndedAt: new Date(0) },
}

function wouldBePublished(subject: string): Promise<boolean> {
  return withOwnConnection(async (db) => {
    await db.query('BEGIN')
    try {
      const leaves = await takeWaiting(db, () => Promise.resolve())
      return leaves.some((leaf) => leaf.subject === subject)
    } finally {
      await db.query('ROLLBACK')
    }
  })
}
