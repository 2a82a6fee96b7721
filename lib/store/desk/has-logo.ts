import { workingPool } from '@/lib/store/database/database'

/** Whether an issuer has given a design a logo, also one that waits for the operator. */
export async function hasLogo(issuerId: string): Promise<boolean> {
  const { rows } = await workingPool().query<{ has: boolean }>(
    `SELECT EXISTS (
       SELECT FROM design_versions v JOIN designs d ON d.id = v.design_id
         WHERE d.issuer_id = $1 AND v.content::jsonb ->> 'logo' IS NOT NULL
       UNION ALL SELECT FROM design_proposals WHERE issuer_id = $1 AND content::jsonb ->> 'logo' IS NOT NULL
     ) AS has`,
    [issuerId],
  )
  return rows[0]?.has ?? false
}
