import { describe, expect, it } from 'vitest'
import { serialKey } from '@/lib/domain/certificate/serial'
import type { Evidence } from '@/lib/domain/history/evidence'
import { env, setEnv } from '@/lib/env'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { issueCertificates } from '@/lib/service/issue/issue-certificates'
import { issuerMac } from '@/lib/service/issuers/issuer-seal'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { servingPool } from '@/lib/store/database/database'
import { readEvidence } from '@/lib/store/evidence/read-evidence'
import { exampleRow, issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { endSigningKey, resign } from '@/test/history'
import { judgeSerial } from './check-certificate'

describe('judgeSerial', () => {
  useServiceDatabase()

  const evidenceOf = (serial: string) => readEvidence(servingPool(), [serialKey(serial)])
  const judge = (serial: string, evidence: Evidence) => judgeSerial(serialKey(serial), evidence)?.judgement
  const outcomeOf = async (serial: string) => judge(serial, await evidenceOf(serial))?.overallStatus
  const undetermined = expect.objectContaining({ code: 'unavailable' })

  /** Judges what was read, changed as `change` says. */
  async function judgeChanged(serial: string, change: (evidence: Evidence) => void) {
    const evidence = await evidenceOf(serial)
    change(evidence)
    return judge(serial, evidence)?.overallStatus
  }

  describe('cannot tell, also for a withdrawn certificate', () => {
    it.each<[string, (evidence: Evidence) => void]>([
      ['from a replica', (evidence) => (evidence.inRecovery = true)],
      ['while the clock stands behind the newest event', (evidence) => (evidence.now = newestEvent(evidence) - 1)],
      ['without the key of the issuer', (evidence) => evidence.issuerKeys.clear()],
      ['without any key of the service', (evidence) => (evidence.serviceKeys = [])],
      ['without the issuer', (evidence) => evidence.issuers.clear()],
    ])('%s', async (_why, change) => {
      const issuer = await mintIssuer()
      const serials = [await issueOne(issuer), await issueOne(issuer)]
      await withdrawCertificate(serials[1] ?? '', { reason: 'r', publicReason: null, actor: 'test' })
      for (const serial of serials) await expect(judgeChanged(serial, change)).rejects.toEqual(undetermined)
    })

    it('without the key that rows are sealed with, while a serial that is not there is still none', async () => {
      const serial = await issueOne(await mintIssuer())
      const evidence = await evidenceOf(serial)
      const before = env()
      setEnv({ ...before, KEY_ENCRYPTION_KEY: undefined })
      try {
        expect(judge('UNKNOWN0', evidence)).toBeUndefined()
        expect(() => judge(serial, evidence)).toThrow(undetermined)
      } finally {
        setEnv(before)
      }
      expect(judge(serial, evidence)?.overallStatus).toBe('verified')
    })

    it('while the clock stands behind an event of the issuer or of its key', async () => {
      const issuer = await mintIssuer()
      const serial = await issueOne(issuer)
      await setIssuerStanding(issuer.slug, 'suspended', 'test')
      await expect(judgeChanged(serial, (evidence) => (evidence.now = newestEvent(evidence) - 1))).rejects.toEqual(
        undetermined,
      )
      await setIssuerStanding(issuer.slug, 'good', 'test')
      await endSigningKey(issuer.id, 'retired')
      await expect(judgeChanged(serial, (evidence) => (evidence.now = newestEvent(evidence) - 1))).rejects.toEqual(
        undetermined,
      )
      expect(await judgeChanged(serial, (evidence) => (evidence.now = newestEvent(evidence)))).toBe('verified')
    })

    it('with a compromised key of the service alone', async () => {
      const serial = await issueOne(await mintIssuer())
      const compromise = (evidence: Evidence) => {
        evidence.serviceKeys = evidence.serviceKeys.map((row) => ({ ...row, state: 'compromised' }))
      }
      await expect(judgeChanged(serial, compromise)).rejects.toEqual(undetermined)
    })
  })

  it('goes by the database clock to the millisecond', async () => {
    const expiresAt = new Date('2100-01-01T00:00:00Z')
    const serial = await issueOne(await mintIssuer(), { expiresAt })
    expect(await judgeChanged(serial, (evidence) => (evidence.now = expiresAt.getTime() - 1))).toBe('verified')
    expect(await judgeChanged(serial, (evidence) => (evidence.now = expiresAt.getTime()))).toBe('expired')
  })

  it('says withdrawn before superseded before suspended before expired', async () => {
    const issuer = await mintIssuer()
    const expiresAt = new Date('2100-01-01T00:00:00Z')
    const replaced = await issueOne(issuer, { expiresAt })
    const { certificate } = await correctCertificate(replaced, { achievement: 'x' }, { reason: 'r', actor: 'test' })
    const withdrawn = await issueOne(issuer, { expiresAt })
    await withdrawCertificate(withdrawn, { reason: 'r', publicReason: null, actor: 'test' })
    await setIssuerStanding(issuer.slug, 'suspended', 'test')
    const later = (evidence: Evidence) => (evidence.now = expiresAt.getTime() + 1)
    expect(await judgeChanged(withdrawn, later)).toBe('withdrawn')
    expect(await judgeChanged(replaced, later)).toBe('superseded')
    expect(await judgeChanged(certificate.serial, later)).toBe('issuer_suspended')
  })

  it('believes nothing that the issuer’s key signed in the name of another', async () => {
    const [issuer, other] = [await mintIssuer(), await mintIssuer()]
    const rename = (did: string) => {
      const mac = issuerMac({ ...issuer, did })
      return servingPool().query('UPDATE issuers SET did = $2, mac = $3 WHERE id = $1', [issuer.id, did, mac])
    }
    await rename(`${other.did}x`)
    const serial = await issueOne(issuer)
    await rename(issuer.did)
    expect(await outcomeOf(serial)).toBe('invalid')
  })

  describe('with a key of the issuer that is no longer in use', () => {
    it('believes what a retired key signed', async () => {
      const issuer = await mintIssuer()
      const serial = await issueOne(issuer)
      await endSigningKey(issuer.id, 'retired')
      expect(await outcomeOf(serial)).toBe('verified')
    })

    it('believes what was recorded before a compromise and nothing from then on, whatever its date says', async () => {
      const issuer = await mintIssuer()
      const before = await issueOne(issuer, { issuedAt: new Date('2026-11-20T00:00:00Z') })
      const since = newestEvent(await evidenceOf(before)) + 1
      const after = await issueLater(issuer, since)
      await endSigningKey(issuer.id, 'compromised', since)
      expect(await outcomeOf(before)).toBe('verified')
      expect(await outcomeOf(after)).toBe('invalid')
      const judged = judge(after, await evidenceOf(after))
      expect(judged?.cryptographicValid).toBe(true)
      expect(judged?.checks.map(({ result }) => result)).toEqual([
        'passed',
        'passed',
        'failed',
        ...Array.from({ length: 3 }, () => 'not_applicable'),
      ])
    })

    it('takes the time of the first signing, not of a later one', async () => {
      const issuer = await mintIssuer()
      const serial = await issueOne(issuer)
      const first = newestEvent(await evidenceOf(serial))
      await resign(serial)
      await endSigningKey(issuer.id, 'compromised', first + 1)
      expect(await outcomeOf(serial)).toBe('verified')
    })
  })

  /** Issues a backdated certificate once the database's clock has passed a time. */
  async function issueLater(issuer: { id: string }, time: number): Promise<string> {
    const row = exampleRow({ issuedAt: new Date('2020-01-01T00:00:00Z') })
    for (;;) {
      const [issued] = await issueCertificates(issuer.id, [row], 'test')
      const serial = issued?.serial ?? ''
      if (newestEvent(await evidenceOf(serial)) >= time) return serial
    }
  }

  function newestEvent(evidence: Evidence): number {
    return Math.max(...[...evidence.events.values()].flat().map(({ at }) => at))
  }
})
