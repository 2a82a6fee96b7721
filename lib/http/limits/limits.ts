import type { CountedGroup } from '@/lib/store/limits/rate-counter'

/** One row of the rate table. */
export interface LimitGroup extends CountedGroup {
  /** True where only served countries are let in, and no VPN, proxy or hosting provider (interface.md part 8). */
  reach: boolean
}

const anywhere = (limit: number) => ({ limit, buildsFiles: false, reach: false })
const files = (limit: number) => ({ limit, buildsFiles: true, reach: false })
const servedOnly = (limit: number) => ({ limit, buildsFiles: false, reach: true })

/**
 * The rate table of interface.md part 8 and spec part 5: requests a minute and address. Each name in the
 * limit table is a group of its own, also where two names stand in one row.
 */
const TABLE = {
  verify: anywhere(240),
  signed_credential: anywhere(240),
  issuer_profile: servedOnly(180),
  passport: servedOnly(180),
  verify_pdf: anywhere(120),
  artifact_manifest: anywhere(120),
  issuer_directory: servedOnly(120),
  open_badge_export: files(60),
  certificate_pdf: files(30),
  certificate_jpeg: files(30),
  verification_receipt: files(30),
  open_badge_validation: servedOnly(20),
  /** What a holder does to a passport by its private link. */
  passport_management: servedOnly(60),
  /** Per API key, not per address. */
  issuer_lookup: anywhere(600),
  /** DID documents and key sets. */
  keys: anywhere(240),
  /** Files of the public log: whoever verifies it reads all of them. */
  log: anywhere(6000),
  /** Checkpoints that other logs want confirmed. */
  witness: anywhere(120),
  /** Pages of the issuer's desk. */
  desk: anywhere(600),
  /** Attempts to sign in, to use an invitation or to confirm, per address. */
  desk_attempts: anywhere(30),
  /** The same, per account: counted for known and unknown ones alike. */
  desk_account: anywhere(10),
  /** Forms that are sent to the desk by whoever brings no session that was once begun here. */
  desk_strangers: anywhere(60),
  /** The form that reports a forgery or a mistake. */
  report: anywhere(60),
  /** Sending it. */
  report_sending: anywhere(5),
  /** Pages of watches: asking, confirming, changing, ending. Mail providers end for many from few addresses. */
  watch: anywhere(600),
  /** Challenges for passkeys, per address: the sign-in page asks for one by itself, the attempt comes on top. */
  desk_challenges: anywhere(60),
  /**
   * Bodies that have to be read before it is known how many places of another group they take, or that ask for nothing which
   * is counted. Each is counted here before it is read, so that nobody makes the service read without end.
   */
  sent_body: anywhere(600),
  /** Lists, tables and mails that are searched for serials here, which takes as long as a dozen checks. */
  sent_list: anywhere(30),
  /** API keys that were refused (spec part 8). */
  refused_key: anywhere(600),
} as const satisfies Record<string, Omit<LimitGroup, 'name'>>

export type LimitGroupName = keyof typeof TABLE

/** Every group by name. */
export const LIMITS = Object.fromEntries(
  Object.entries(TABLE).map(([name, row]) => [name, { name, ...row }]),
) as Record<LimitGroupName, LimitGroup>
