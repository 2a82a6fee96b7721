import { workingPool } from '@/lib/store/database/database'

/** The addresses of the service that the first and the newest certificate were signed with. */
export async function findIssuedUnder(): Promise<string[]> {
  const { rows } = await workingPool().query<{ origin: string | null }>(
    `SELECT DISTINCT substring(f.open_badge_jsonld::json -> 'refreshService' ->> 'id' FROM '^https?://[^/]+') AS origin
     FROM (
       (SELECT id FROM certificates ORDER BY recorded_at, id LIMIT 1)
       UNION (SELECT id FROM certificates ORDER BY recorded_at DESC, id LIMIT 1)
     ) c JOIN signed_forms f ON f.certificate_id = c.id`,
  )
  return rows.flatMap(({ origin }) => (origin === null ? [] : [origin]))
}
