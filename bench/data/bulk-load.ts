import { STATUS_LIST_LENGTH } from '@/lib/domain/certificate/status-index'
import { transaction } from '@/lib/store/database/database'
import { onBareTables } from './bare-tables'

const TABLES = ['certificates', 'certificate_words', 'events', 'signed_forms', 'artifacts']
const FIRST_NAMES = ['Ana', 'João', 'Nguyễn', 'Fatima', 'Olga', 'Lars', 'Chen', 'Amara', 'Zoë', 'Ivan']
const SYLLABLES = ['ba', 'ke', 'lo', 'mi', 'nu', 'ra', 'se', 'to', 'vi', 'zu', 'dan', 'fel', 'gor', 'hin', 'mar', 'ost']

/** Words and numbers that every load has, by how common they are. */
export const LOADED = {
  /** One in five of all names. */
  commonName: 'Maria',
  /** One in fourteen hundred at a million; hardly any at a thousand. */
  rareName: 'Keratofel',
  /** Fatima, in Arabic letters: one in twelve of all names. */
  otherScript: 'فاطمة',
  /** Seven in ten of all events. */
  commonEvent: 'Basic Safety Training',
  /** One in five thousand of all events. */
  rareEvent: 'Rescue from Confined Spaces',
}

/**
 * Loads certificates of an issuer by SQL, three seconds apart in the past: 3 % withdrawn, 1 % replaced by a correction.
 * Every row that the service would write is there, but the signed bytes, signatures and statements are placeholders:
 * what is opened must be signed first (`signLoaded`).
 * @param options `words` false leaves the search words out, which only the desk reads; `ends` has one in four end within eight
 *   months, and one in twenty already
 */
export async function loadCertificates(
  issuerId: string,
  count: number,
  options: { words: boolean; ends?: boolean } = { words: true },
): Promise<void> {
  await transaction(async (tx) => {
    await tx.query("SET LOCAL synchronous_commit = 'off'")
    await onBareTables(tx, TABLES, async () => {
      await tx.query(
        `INSERT INTO status_lists (id, issuer_id, length, used, seed)
         SELECT md5($1::text || 'list' || l)::uuid, $1::uuid, $3::int, $3::int, 'loaded' FROM generate_series(0, ($2::int - 1) / $3::int) l`,
        [issuerId, count, STATUS_LIST_LENGTH],
      )
      await tx.query(certificatesSql(options), [issuerId, count])
      await tx.query(EVENTS_SQL, [issuerId])
      await tx.query(
        `INSERT INTO signed_forms SELECT id, revision, '', '', '' FROM certificates WHERE issuer_id = $1`,
        [issuerId],
      )
      await tx.query(
        `INSERT INTO artifacts SELECT id, id, 'pdf', 'application/pdf', 50000, md5(id::text) || md5(serial), '1', '1', '1',
           recorded_at, 'placeholder' FROM certificates WHERE issuer_id = $1`,
        [issuerId],
      )
      if (options.words)
        await tx.query(
          `INSERT INTO certificate_words SELECT issuer_id, word, issued_at, id FROM certificates, unnest(search_words) word
           WHERE issuer_id = $1 ORDER BY word, issued_at, id`,
          [issuerId],
        )
    })
  })
  await transaction((tx) => tx.query(`ANALYZE ${TABLES.join(', ')}`))
}

const quoted = (words: readonly string[]) => `'{${words.join(',')}}'::text[]`
/** A number drawn from `i`, the same each time, below `below`. */
const drawn = (salt: string, below: number) => `((hashtext('${salt}' || i)::bigint & 2147483647) % ${below})::int`
/** A UUID of a number: in the numbers' order, so that its index grows at its end. */
const uuid = (number: string, salt: string) =>
  `overlay(overlay(lpad(to_hex(${number}), 8, '0') || substr(md5($1::text || '${salt}' || ${number}), 9) PLACING '4' FROM 13)
     PLACING '8' FROM 17)::uuid`
const syllable = (salt: string) => `(${quoted(SYLLABLES)})[1 + ${drawn(salt, SYLLABLES.length)}]`

function certificatesSql({ words, ends = false }: { words: boolean; ends?: boolean }): string {
  return `
  INSERT INTO certificates (id, issuer_id, lineage_id, revision, serial, serial_key, status, issued_at, recorded_at, full_name,
    registration_number, event_title, achievement, event_date, status_list_id, status_index, withdrawn_at, withdrawal_note, search_words, expires_at)
  SELECT id, $1::uuid, lineage_id, revision, serial, replace(serial, '-', ''), status, at, at, name, number, event, 'Passed',
    '2026-11-03', list, index, CASE WHEN status = 'withdrawn' THEN at + interval '1 second' END,
    CASE WHEN status = 'withdrawn' THEN 'Loaded.' END,
    ${words ? 'certificate_search_words(name, number, event)' : `'{}'`},
    ${ends ? ENDS : 'NULL'}
  FROM (
    SELECT ${uuid('i', 'id')} AS id,
      ${uuid('first', 'lineage')} AS lineage_id,
      i, i - first + 1 AS revision, regexp_replace(upper(left(md5($1::text || 'serial' || i), 16)), '(.{4})(?=.)', '\\1-', 'g') AS serial,
      (CASE WHEN i % 100 < 3 THEN 'withdrawn' WHEN i % 100 = 3 THEN 'superseded' ELSE 'issued' END)::certificate_status AS status,
      date_trunc('second', clock_timestamp()) - ($2::int + 60 - i) * interval '3 seconds' AS at,
      CASE WHEN i % 5 = 0 THEN '${LOADED.commonName}' ELSE (${quoted(FIRST_NAMES)})[1 + ${drawn('f', FIRST_NAMES.length)}] END
        || ' ' || CASE WHEN i % 1400 = 9 THEN '${LOADED.rareName}' ELSE initcap(${syllable('a')} || ${syllable('b')} || ${syllable('c')}) END AS name,
      'R-' || i AS number,
      CASE WHEN i % 5000 = 7 THEN '${LOADED.rareEvent}' WHEN ${drawn('e', 10)} < 7 THEN '${LOADED.commonEvent}'
        ELSE 'Working at Height ' || ${drawn('h', 30)} END AS event,
      md5($1::text || 'list' || (i - 1) / ${STATUS_LIST_LENGTH})::uuid AS list, (i - 1) % ${STATUS_LIST_LENGTH} AS index
    FROM (SELECT i, CASE WHEN i % 100 = 4 THEN i - 1 ELSE i END AS first FROM generate_series(1, $2::int) i) numbers
  ) made`
}

const ENDS = `CASE WHEN i % 20 = 1 THEN at + interval '1 second' WHEN i % 4 = 2 THEN at + (1 + ${drawn('x', 240)}) * interval '1 day' END`

const EVENTS_SQL = `
  INSERT INTO events (chain_id, sequence, chain, type, certificate_id, at, actor, previous_hash, vc_jwt_sha256,
    open_badge_jsonld_sha256, open_badge_jwt_sha256, detail, service_key_id, signature)
  SELECT lineage_id, revision, 'lineage'::event_chain, (CASE revision WHEN 1 THEN 'issued' ELSE 'corrected' END)::event_type, id, recorded_at,
    'bench', NULL, md5('v' || id) || md5(serial), md5('l' || id) || md5(serial), md5('j' || id) || md5(serial), NULL, 'placeholder', repeat('x', 86)
  FROM certificates WHERE issuer_id = $1
  UNION ALL
  SELECT lineage_id, revision + 1, 'lineage', 'withdrawn'::event_type, id, withdrawn_at, 'bench', NULL, NULL, NULL, NULL, '{}', 'placeholder',
    repeat('x', 86)
  FROM certificates WHERE issuer_id = $1 AND status = 'withdrawn'`
