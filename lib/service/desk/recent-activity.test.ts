import { expect, it } from 'vitest'
import { workingPool } from '@/lib/store/database/database'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'
import { findOwnersNews } from './recent-activity'

useServiceDatabase()

async function note(owner: MintedPerson, actor: string, action: string, subject: string, daysAgo = 0): Promise<void> {
  await workingPool().query(
    `INSERT INTO desk_activities (issuer_id, actor, action, subject, at)
     VALUES ($1, $2, $3, $4, clock_timestamp() - $5 * interval '1 day')`,
    [owner.member.issuerId, actor, action, subject, daysAgo],
  )
}

it('tells owners what others did in seven days, the newest first, ten at most', async () => {
  const issuer = await mintIssuer()
  const owner = await mintPerson(issuer, 'owner')
  const other = await mintPerson(issuer, 'editor')
  const stranger = await mintPerson(await mintIssuer(), 'owner')
  await note(owner, 'operator', 'certificate.withdrawn', 'too old', 8)
  for (let entry = 0; entry < 6; entry += 1) {
    await note(owner, `user:${other.person.userId}`, 'certificate.corrected', `other ${entry}`)
    await note(owner, 'operator', 'certificate.withdrawn', `operator ${entry}`)
    await note(owner, `user:${owner.person.userId}`, 'certificate.corrected', 'own')
    await note(owner, 'operator', 'odd.thing', 'of no note')
    await note(stranger, 'operator', 'certificate.withdrawn', 'elsewhere')
  }
  const news = await findOwnersNews(owner.member)
  const newest = [5, 4, 3, 2, 1].flatMap((entry) => [`operator ${entry}`, `other ${entry}`])
  expect(news?.recent.map(({ serial }) => serial)).toEqual(newest)
  expect(news?.recent.map(({ who }) => (who.kind === 'person' ? who.name : who.kind))).toEqual(
    newest.map((_, index) => (index % 2 === 0 ? 'operator' : 'Test editor')),
  )
  expect(await findOwnersNews(other.member)).toBeNull()
})
