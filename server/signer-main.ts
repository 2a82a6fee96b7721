import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { listenForStop } from './connection/stop-request'
import { goOnWithoutReaders } from './lost-output'
import { startFailure } from './start-failure'
import { StartedParts } from './started-parts'

/** The signer's process (docs/decisions/0084): `dist/signer.mjs`, with the key encryption key and SIGNER_DIR. */
async function main(): Promise<number> {
  goOnWithoutReaders()
  const stop = listenForStop()
  const parts = new StartedParts()
  try {
    await start(parts)
    console.log(`Signing for the processes at ${env().SIGNER_DIR ?? ''}`)
    await stop.requested
    return await parts.takeDown()
  } catch (error) {
    await parts.takeDown()
    console.error(startFailure(error))
    return 1
  }
}

async function start(parts: StartedParts): Promise<void> {
  const { SIGNER, SIGNER_DIR } = env()
  if (SIGNER !== 'local' || SIGNER_DIR === undefined)
    throw new ServiceError('malformed', 'The signer needs SIGNER_DIR and KEY_ENCRYPTION_KEY, and no SIGNER=socket.')
  const { prepareStore } = await import('@/lib/store/database/prepare-store')
  const store = await prepareStore((sentence) => console.error(sentence))
  parts.add('store', store.release)
  const { closeDatabase } = await import('@/lib/store/database/database')
  parts.add('database', closeDatabase)
  const { keepJournal } = await import('@/lib/service/journal/keep-journal')
  parts.add('ground', await keepJournal())
  const { prepareKeys } = await import('@/lib/service/signer/prepare-keys')
  await prepareKeys()
  const { keepLogKeys } = await import('@/lib/service/signer/keep-log-keys')
  parts.add('work', keepLogKeys())
  const { SignerState } = await import('@/lib/service/signer/answer-ask')
  const { listenForAsks } = await import('@/lib/service/signer/listen-for-asks')
  const state = new SignerState(SIGNER_DIR)
  for (const role of ['desk', 'public'] as const) parts.add('work', await listenForAsks(SIGNER_DIR, role, state))
}

process.exit(await main())
