import { afterAll, beforeAll } from 'vitest'
import type { ServiceDatabase } from '@/test/database/service-database'
import { makeScene, readTies, type Scene, type Ties } from '@/test/scene'
import { findForgery, signedPart, type Verdict, verdictsOn } from '@/test/verdicts'
import { type StoredRow, TamperedDatabase } from './tampered-database'

/** Every table that a verdict is read from. */
export const TABLES = [
  'certificates',
  'signed_forms',
  'events',
  'issuers',
  'issuer_slugs',
  'issuer_signing_keys',
  'service_keys',
] as const

/** A scene in a database without guards, and the verdicts from before anything was edited. */
export class TamperedScene {
  readonly scene: Scene
  readonly ties: Ties[]
  readonly before: Map<string, Verdict>
  readonly database: TamperedDatabase

  constructor(scene: Scene, ties: Ties[], before: Map<string, Verdict>, database: TamperedDatabase) {
    this.scene = scene
    this.ties = ties
    this.before = before
    this.database = database
  }

  tie(serial: string): Ties {
    const tie = this.ties.find((candidate) => candidate.serial === serial)
    if (!tie) throw new Error(`${serial} is no certificate of the scene`)
    return tie
  }

  verdicts(): Promise<Map<string, Verdict>> {
    return verdictsOn(Object.values(this.scene))
  }

  /** The serials whose verdict rests on a row. */
  concerned({ table, values }: StoredRow): string[] {
    const rests: Record<string, (tie: Ties) => boolean> = {
      certificates: (tie) => tie.id === values.id,
      // Bytes that a later signature replaced are kept, and no longer read.
      signed_forms: (tie) => tie.id === values.certificate_id && tie.forms_sequence === Number(values.sequence),
      events: (tie) => [tie.lineage_id, tie.issuer_id, tie.key_id, tie.proof_key_id].includes(values.chain_id ?? ''),
      issuers: (tie) => tie.issuer_id === values.id,
      issuer_signing_keys: (tie) => [tie.key_id, tie.proof_key_id].includes(values.id ?? ''),
      service_keys: () => true,
    }
    return this.ties.filter((tie) => rests[table]?.(tie) ?? false).map(({ serial }) => serial)
  }

  /**
   * What went wrong after an edit: nothing forged gets through, and what rests on the edited rows is not believed.
   * @param resting serials whose verdict must have changed
   * @param mayBeLost serials that may no longer be found
   */
  async problems(resting: readonly string[], mayBeLost: readonly string[] = []): Promise<string[]> {
    const after = await this.verdicts()
    return Object.entries(this.scene).flatMap(([state, serial]) => {
      const verdict = after.get(serial)
      if (verdict === 'not found' && mayBeLost.includes(serial)) return []
      const forgery = findForgery(this.before, serial, verdict)
      if (forgery) return [`${state}: ${forgery}`]
      const believed = JSON.stringify(verdict) === JSON.stringify(this.before.get(serial))
      return believed && resting.includes(serial) ? [`${state}: is believed as before`] : []
    })
  }

  /** What changed of the outcomes and the signed fields. */
  async changesOfSigned(): Promise<string[]> {
    const after = await this.verdicts()
    const text = (verdict: Verdict | undefined) => JSON.stringify(signedPart(verdict))
    return Object.entries(this.scene).flatMap(([state, serial]) =>
      text(after.get(serial)) === text(this.before.get(serial)) ? [] : [`${state}: a signed field changed`],
    )
  }
}

/** Gives the suite a tampered scene in its database, once `beforeAll` ran. */
export function openTamperedScene(service: ServiceDatabase): () => TamperedScene {
  let tampered: TamperedScene | undefined
  beforeAll(async () => {
    const scene = await makeScene()
    const ties = await readTies()
    const before = await verdictsOn(Object.values(scene))
    tampered = new TamperedScene(scene, ties, before, await TamperedDatabase.open(service.adminUrl, TABLES))
  })
  afterAll(() => tampered?.database.close())
  return () => {
    if (!tampered) throw new Error('the scene is made in beforeAll')
    return tampered
  }
}
