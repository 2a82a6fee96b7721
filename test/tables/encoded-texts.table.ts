const ORIGIN = 'https://verify.northshore.example'
const GROUPS = ['7K3M', '9QXT', '2VBD', '8RWN']
const parted = (mark: string) => GROUPS.join(mark)

/** What programs write in the place of a dash, or beside it. */
const DASHES = [
  ...['&#45;', '&#x2D;', '&#0045;', '&#8209;', '&#x2011;', '&hyphen;', '&dash;', '&ndash;', '&minus;', '&HYPHEN;'],
  ...[
    '&amp;#45;',
    '&amp;amp;#x2d;',
    '&amp;hyphen;',
    '&#45',
    '&shy;',
    '-&shy;',
    '&zwnj;-',
    '&lrm;-',
    '&nbsp;',
    '&#160;',
  ],
  ...['%2D', '%252D', '%25252D', '%E2%80%91', '=2D', '=E2=80=91', '=2D=\r\n', '-=\n', '\\-', '\\u002d'],
]

/** A serial of ours, `7K3M-9QXT-2VBD-8RWN`, as it is copied out of the source of a page or of a mail. */
export const ENCODED_SERIALS: readonly string[] = [
  ...DASHES.flatMap((dash) => [parted(dash), `Serial: ${parted(dash)}`]),
  ...DASHES.filter((dash) => !dash.includes('\\')).map((dash) => `${ORIGIN}/verify/${parted(dash)}?a=1&amp;lang=de`),
  [...parted('-')].map((one) => `&#${one.charCodeAt(0)};`).join(''),
  encodeURIComponent(`${ORIGIN}/verify/${parted('-')}`),
  encodeURIComponent(encodeURIComponent(`${ORIGIN}/verify/${parted('-')}`)),
  `https&#58;&#47;&#47;verify.northshore.example&sol;verify&sol;${parted('&#45;')}`,
  `&lt;a href=&quot;${ORIGIN}/verify/${parted('-')}&quot;&gt;`,
  `verify?serial=3D${parted('=2D')}`,
  `Serial: ${parted('-').slice(0, 7)}=\r\n${parted('-').slice(7)}`,
]

/** What looks encoded and is not, or is something else than a serial of ours. */
export const ENCODED_OTHERS: readonly (readonly [text: string, serials: readonly string[]])[] = [
  ['NS%2F2024%2F0042', ['NS/2024/0042']],
  ['Serial: NS%252F2024%252F0042', ['NS/2024/0042']],
  ['NS&#47;2024&sol;0042', ['NS/2024/0042']],
  ['serial=2D7K3M-9QXT', ['2D7K3M-9QXT']],
  ['A101&semi;A102&#44;A103', ['A101', 'A102', 'A103']],
  [`https%3A%2F%2Fevil.test%2Fverify%2F${parted('-')}`, []],
  [`https://evil.test/?of=${parted('&#45;')}`, []],
  [`Ref.Nr:12/${parted('-')}`, [parted('-')]],
  [`Zertifikat.Nummer:12/${parted('-')}`, [parted('-')]],
  [`svc&#95;${'a1B2'.repeat(10)}`, []],
  [`svc%5F${'a1B2'.repeat(10)} ${parted('-')}`, [parted('-')]],
  [`100% sure: ${parted('-')}`, [parted('-')]],
  [`&#xD800;&#0;&#9999999; ${parted('-')}`, [parted('-')]],
]

/** Rows of lists: the serial and the name in each. */
export const ENCODED_LISTS: readonly (readonly [text: string, rows: readonly (readonly [string, string])[]])[] = [
  [`Name;Serial\nM&uuml;ller&#44; &Aacute;na;${parted('&#45;')}`, [[parted('-'), 'Müller，\u0020Ána']]],
  [
    `Serial;Name\n${parted('&hyphen;')};O&#39;Brien\n${parted('=2D')};Bo`,
    [
      [parted('-'), "O'Brien"],
      [parted('-'), 'Bo'],
    ],
  ],
  [
    `Serial;Firm;Name\n${parted('-')};Rock&Sol;Ana Li\n${parted('-')};Salt&Quest;Bo`,
    [
      [parted('-'), 'Ana Li'],
      [parted('-'), 'Bo'],
    ],
  ],
  [`Name,Serial\n&quot;Li &quot;Ann&quot; Wu,${parted('%2D')}`, [[parted('-'), '”Li ”Ann” Wu']]],
  [
    `Name\tSerial\nAna&nbsp;Li\t${parted('=2D')}=\r\n\nS&oslash;ren&#10;&Lstrok;uk\t${parted('\\-')}`,
    [
      [parted('-'), 'Ana\u00A0Li'],
      [parted('-'), 'Søren\u2028Łuk'],
    ],
  ],
]
