import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compromiseIssuerKey } from '@/lib/service/keys/compromise-issuer-key'
import { listSigningKeys } from '@/lib/service/keys/list-signing-keys'
import { rotateServiceKey } from '@/lib/service/keys/rotate-service-key'
import { heldForms, verifiedOutside } from '@/test/badges/outside-verifier'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { ServerProcess } from '@/test/server/server-process'

const ALL = ['vcJwt', 'openBadgeJwt', 'openBadgeJsonld']

describe('the keys of an issuer, asked of two processes', () => {
  const database = useServiceDatabase()
  let servers: ServerProcess[] = []
  beforeAll(async () => {
    servers = await Promise.all([ServerProcess.start(database.url), ServerProcess.start(database.url)])
  })
  afterAll(() => Promise.all(servers.map((server) => server.kill())))

  const ofEach = <T>(ask: (server: ServerProcess) => Promise<T>) => Promise.all(servers.map(ask))

  it('a compromised one is gone from both with the very next request, and so is what it signed', async () => {
    const issuer = await mintIssuer()
    const serial = await issueOne(issuer)
    const [forms] = await heldForms(serial)
    const outcomes = () =>
      ofEach(async (server) => {
        const { body } = await server.verify(serial)
        return (JSON.parse(body) as { verification?: { overall_status: string } }).verification?.overall_status
      })
    const verified = () =>
      ofEach(async (server) =>
        verifiedOutside(forms, JSON.parse((await server.get(`/issuers/${issuer.id}/did.json`)).body)),
      )
    const keyIds = () =>
      ofEach(async (server) => {
        const { body } = await server.get(`/issuers/${issuer.id}/jwks.json`)
        return (JSON.parse(body) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid).sort()
      })
    // Twice: the second time both have all that they remember.
    for (let time = 0; time < 2; time++) {
      expect(await outcomes()).toEqual(['verified', 'verified'])
      expect(await verified()).toEqual([ALL, ALL])
    }
    const [key] = (await listSigningKeys(issuer.slug)).keys
    const { compromised, made } = await compromiseIssuerKey(issuer.slug, key?.id ?? '', 1000, 'test')
    expect(await outcomes()).toEqual(['invalid', 'invalid'])
    expect(await verified()).toEqual([[], []])
    const left = made.map(({ keyId }) => keyId).sort()
    expect(await keyIds()).toEqual([left, left])
    expect(left).not.toEqual(expect.arrayContaining([compromised[0]?.keyId]))
  })

  it('what is signed after the service changed its key is believed by both', async () => {
    const issuer = await mintIssuer()
    const before = await issueOne(issuer)
    await ofEach((server) => server.verify(before))
    await rotateServiceKey()
    const after = await issueOne(await mintIssuer())
    for (const serial of [before, after]) {
      for (const { body } of await ofEach((server) => server.verify(serial))) expect(body).toContain('"verified"')
    }
  })
})
