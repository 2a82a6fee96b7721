import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { pause } from './load'
import { issueInto, nextRow } from './seed-world'
import type { World } from './world'

/** Issues and withdraws beside the load, and enters in the ledger what was acknowledged. */
export class Writer {
  readonly #world: World
  #running = true
  readonly #work: Promise<void>
  /** Changes that were refused or whose end is not known. */
  failed = 0

  constructor(world: World) {
    this.#world = world
    this.#work = this.#loop()
    // A fault that fails leaves it running, and it would write into the next world.
    world.undo(() => this.stop())
  }

  /** Stops after the change that is under way. */
  async stop(): Promise<void> {
    this.#running = false
    await this.#work
  }

  async #loop(): Promise<void> {
    for (let turn = 0; this.#running; turn++) {
      try {
        if (turn % 2 === 0) await issueInto(this.#world.ledger, this.#world.seeded.issuerId, [nextRow()])
        else await withdrawOne(this.#world)
      } catch {
        this.failed += 1
      }
      await pause(60)
    }
  }
}

/**
 * Withdraws one good certificate, if more than a few are left.
 * @returns its serial when it was acknowledged, null when there was none to withdraw
 * @throws what the withdrawal throws: then nobody knows whether it took place
 */
export async function withdrawOne(world: World): Promise<string | null> {
  const known = world.ledger.withdrawable
  const chosen = known[Math.floor(Math.random() * known.length)]
  if (!chosen || known.length < 8) return null
  const withdrawal: { begun: number; done: number | null } = { begun: performance.now(), done: null }
  chosen.withdrawal = withdrawal
  await withdrawCertificate(chosen.serial, { reason: 'inside', publicReason: null, actor: 'faults' })
  withdrawal.done = performance.now()
  return chosen.serial
}
