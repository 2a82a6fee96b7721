import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generateSerial, isWrittenAsIssued, serialKey } from '@/lib/domain/certificate/serial'
import { serialInside } from '@/lib/domain/typed/serial-inside'
import { readListRows } from '@/lib/scan/list/read-rows'
import { ownSerialOf } from '@/test/tables/own-serials'
import { readSerials } from './read-serials'
import { LONGEST_TYPED } from './read-typed-text'

const ORIGINS = ['https://verify.northshore.example'] as const satisfies [string]
const [SERIAL, OTHER] = ['7K3M-9QXT-2VBD-8RWN', 'H8NC-4R2W-6PTX-9QAK']
const link = (serial: string) => `${ORIGINS[0]}/verify/${encodeURIComponent(serial)}`

describe('readSerials', () => {
  it.each([
    ['a line each, of whatever kind', `${SERIAL}\nNS/2024/0042\nMorden`, [SERIAL, 'NS/2024/0042', 'Morden']],
    ['the column named serial', `name;Serial\nAna;${SERIAL}\nBen;Morden`, [SERIAL, 'Morden']],
    ['a table whose first column holds names', `Ana Müller;${SERIAL};2024\nBen;${OTHER};2025`, [SERIAL, OTHER]],
    [
      'numbers of an issuer, in one of which a serial of ours could stand',
      'A/2026-0001-2345-6785\nA/2026-0001-2345-6786',
      ['A/2026-0001-2345-6785', 'A/2026-0001-2345-6786'],
    ],
    [
      'the same, called so',
      'Serial\nA/2026-0001-2345-6785\nA/2026-0001-2345-6786',
      ['A/2026-0001-2345-6785', 'A/2026-0001-2345-6786'],
    ],
    [
      'names of files',
      `certificate-${SERIAL}.pdf\ncertificate-${OTHER}.pdf`,
      [`certificate-${SERIAL}.pdf`, `certificate-${OTHER}.pdf`],
    ],
    ['a column of links', `serial\n${link(SERIAL)}\n${link('NS/2024/0042')}`, [SERIAL, 'NS/2024/0042']],
    [
      'a column that is called so, below a title',
      `Course of May\nName;Certificate number\nAna;NS/2024/1`,
      ['NS/2024/1'],
    ],
    ['a table with bars', `Serial | Name\n${SERIAL} | Ana\n${OTHER} | Ben`, [SERIAL, OTHER]],
    ['words beside what they name', `Serial number\t${SERIAL}\nName\tAna Müller\nCourse\tWelding`, [SERIAL]],
    ['the same with bars', `| Serial number | ${SERIAL} |\n| Name | Ana |`, [SERIAL]],
    ['words above what they name', `Certificate number\n${SERIAL}\nIssued to\nAna Müller`, [SERIAL]],
    ['two lists below each other', `${SERIAL}\nSerial\n${OTHER}`, [SERIAL, 'Serial', OTHER]],
    ['a head in the middle of words', `${SERIAL}\nSerial number\n${OTHER}`, [SERIAL, 'Serial number', OTHER]],
    [
      'the column called so beside another',
      `certificate_id,serial\n0b7e2a58-1111-4222-8333-444455556666,${SERIAL}`,
      [SERIAL],
    ],
    ['one that was replaced by another', `Serial: NS/2024/0042 (replaces ${SERIAL})`, ['NS/2024/0042', SERIAL]],
    ['a mail', `Dear Ana,\nsee ${link(SERIAL)} and ${link(OTHER)}, please.\nBen`, [SERIAL, OTHER]],
    ['the word before it', `Seriennummer ${SERIAL}`, [SERIAL]],
    ['a line broken inside', `${SERIAL.slice(0, 10)}\r\n${SERIAL.slice(10)}\r\n${OTHER}`, [SERIAL, OTHER]],
    ['the same in another spelling once', `${SERIAL}\n${SERIAL.toLowerCase().replaceAll('-', ' ')}`, [SERIAL]],
    [
      'several in one line',
      'NS/2024/0042, NS/2024/0043, NS/2024/0044',
      ['NS/2024/0042', 'NS/2024/0043', 'NS/2024/0044'],
    ],
    ['several that are parted by tabs', `${SERIAL}\t${OTHER}`, [SERIAL, OTHER]],
    [
      'a list wrapped into lines',
      'NS/2024/1, NS/2024/2,\r\nNS/2024/3, NS/2024/4',
      ['NS/2024/1', 'NS/2024/2', 'NS/2024/3', 'NS/2024/4'],
    ],
    ['several of different patterns', 'AB12, AB13, AB14, 0010', ['AB12', 'AB13', 'AB14', '0010']],
    ['several of which none is like another', 'AB12;2024/0010;NS.7-X9', ['AB12', '2024/0010', 'NS.7-X9']],
    ['the same below each other', 'AB12,\r\nAB13,\r\n0010', ['AB12', 'AB13', '0010']],
    ['one row with numbers of its person beside a serial of ours', `${SERIAL}, C01X00T47, 12345678`, [SERIAL]],
    ['one row with a number of its person before a serial of ours', `C01X00T47, ${SERIAL}`, [SERIAL]],
    ['a year in the cell before groups with spaces', '03.05.2024\tNEM9 MZTK 507J MJ2Q\tAna', ['NEM9-MZTK-507J-MJ2Q']],
    [
      'passports before serials with points',
      'C01X09600;Ana;K2SB.2F33.ZACF.RG66\nC01X03865;Bo;RMJD.0BRJ.T7X4.F3XJ',
      ['K2SB.2F33.ZACF.RG66', 'RMJD.0BRJ.T7X4.F3XJ'],
    ],
    ['one row with two days', 'NS/2024/0042, 2024-05-01, 1.5.2026', ['NS/2024/0042']],
    ['one row with days in one piece', 'NS/2024/0042;20240501;20260501', ['NS/2024/0042']],
    ['one row with what was paid', 'NS/2024/0042;X1234567;1250.00', ['NS/2024/0042']],
    ['one row with a telephone', 'NS/2024/0042;X1234567;030 1234567', ['NS/2024/0042']],
    ['one row with a date', 'NS/2024/0042, 2024-05-01', ['NS/2024/0042']],
    ['one row of a table', 'NS/2024/0042;Ana Müller;Distinction', ['NS/2024/0042']],
    ['one by ear', '5QWY, K6QD, WQB2, GR16', ['5QWY-K6QD-WQB2-GR16']],
    [
      'a line each by ear, each once',
      '5qwy, k6qd, wqb2, gr16\r\n\r\n7K3M; 9QXT; 2VBD; 8RWN\r\n5QWY:K6QD:WQB2:GR16\r\n',
      ['5QWY-K6QD-WQB2-GR16', SERIAL],
    ],
    [
      'one by ear, and another far to the right',
      `5QWY, K6QD, WQB2, GR16\n${' '.repeat(99)}7K3M, 9QXT, 2VBD, 8RWN`,
      ['5QWY-K6QD-WQB2-GR16', SERIAL],
    ],
    ['one among others, with colons', `${OTHER}\n5QWY:K6QD:WQB2:GR16`, [OTHER, '5QWY-K6QD-WQB2-GR16']],
    ['with points, as it is', `5qwy.k6qd.wqb2.gr16\n${OTHER}`, ['5qwy.k6qd.wqb2.gr16', OTHER]],
    ['a table of four columns', '5QWY, K6QD, WQB2, GR16\nAB12, CD13, EF14, GH15', ['5QWY', 'AB12']],
    ['rows that hold none, as they are', `serial\n${SERIAL}\nlost`, [SERIAL, 'lost']],
    ['nothing', ' \n', []],
  ])('reads %s', (_, text, serials) => expect(readSerials(text, ORIGINS)).toEqual(serials))

  it.each<[string, (serials: readonly string[]) => string]>([
    ['commas', (serials) => serials.join(', ')],
    ['semicolons', (serials) => serials.join(';')],
    ['bars', (serials) => serials.join(' | ')],
    ['spaces', (serials) => serials.join(' ')],
    ['lines with commas between', ([one, ...more]) => `${one}, ${more.join('\n')}`],
    ['a list’s marks', (serials) => serials.map((serial) => `- ${serial}`).join('\n')],
    ['words', ([one, two, three]) => `Please check ${one} and ${two}; also ${three}.`],
    ['words behind the first', ([one, two, three]) => `${one}, ${two} and ${three}`],
    ['words on the first line', ([one, two, three]) => `${one}, also ${two}\n${three}`],
    ['links beside serials', ([one = '', ...more]) => `${more[0]}, ${link(one)}, ${more[1]}`],
    ['the form of programs', (serials) => JSON.stringify(serials)],
    ['names of files', (serials) => serials.map((serial) => `certificate-${serial}.pdf`).join('\n')],
    ['names before them', ([one, two, three]) => `Ana: ${one}; Bo: ${two}; Cy: ${three}`],
    ['names around them', ([one, two, three]) => `Ana Li (${one}), Bo Wu (${two}), Cy Ek (${three})`],
    ['a table without a head', (serials) => serials.map((serial) => `Ana Li,${serial},2024-05-01`).join('\n')],
  ])('misses no serial of ours, whatever it is made of, among %s', (_, write) => {
    const any = fc.oneof(...['0123456789ABCDEFGHJKMNPQRSTVWXYZ', 'ABCDEFGHJKMNPQRSTVWXYZ', '2BCD'].map(ownSerialOf))
    const spelling = fc.constantFrom(String, (one: string) => one.replaceAll('-', ''))
    const letters = fc.constantFrom(String, (one: string) => one.toLowerCase())
    fc.assert(
      fc.property(fc.tuple(any, any, any), spelling, letters, (serials, spell, fold) => {
        const text = write(serials.map((serial) => fold(spell(serial))))
        const keys = serials.map(serialKey).sort()
        // Whether the name of a file stands for the serial in it, is found out where certificates are known.
        const keyOf = (one: string) => serialKey(serialInside(one) ?? one)
        expect(readSerials(text, ORIGINS).map(keyOf).sort(), text).toEqual(keys)
        const rows = readListRows(text, ORIGINS).map(({ serial }) => keyOf(serial ?? ''))
        expect(rows.sort(), text).toEqual(keys)
      }),
    )
  })

  it('takes one column alone of a table that names it', () => {
    const text = `Serial;Replaces\n${SERIAL};${OTHER}`
    expect(readSerials(text, ORIGINS)).toEqual([SERIAL])
    expect(readListRows(text, ORIGINS).map(({ serial }) => serial)).toEqual([SERIAL])
  })

  describe('of a mail that was saved as a file', () => {
    const head = [
      'Received: from mx.northshore.test (192.0.2.1); Tue, 3 Nov 2026 14:07:00 +0100',
      'DKIM-Signature: v=1; a=rsa-sha256; d=northshore.test; b=7K3M9QXT2VBD8RWN',
      ' H8NC4R2W6PTX9QAK',
      'From: Ana <ana@northshore.test>',
      'Subject: My certificate',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="b1"',
    ]
    const encoded = Array.from({ length: 40 }, () => `${OTHER.replaceAll('-', '')}+${'qR7/'.repeat(12)}ABCDEFG=`)
    const saved = (words: string) =>
      [...head, '', '--b1', words, '--b1', 'Content-Transfer-Encoding: base64', '', ...encoded, '--b1--'].join('\r\n')

    it('reads what somebody wrote', () => {
      expect(readSerials(saved(`See ${link(SERIAL)}`), ORIGINS)).toEqual([SERIAL])
      expect(readSerials(saved('Bye').replace('My certificate', `Certificate ${SERIAL}`), ORIGINS)).toEqual([SERIAL])
    })

    it('reads what is encoded whole', () => {
      const fields = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: base64']
      const words =
        Buffer.from(`Grüße. Serial ${SERIAL}, Ana`)
          .toString('base64')
          .match(/.{1,20}/g) ?? []
      expect(readSerials(saved(['text', '--b1', ...fields, '', ...words].join('\r\n')), ORIGINS)).toEqual([SERIAL])
      expect(readSerials([...head.slice(0, -1), ...fields, '', ...words].join('\r\n'), ORIGINS)).toEqual([SERIAL])
    })

    it('finds nothing in its head and its attachments', () => {
      expect(readSerials(saved('The certificate is attached.'), ORIGINS)).toEqual([])
    })
  })

  it.each<[string, (serial: string) => string]>([
    ['names first', (serial) => `Ana Müller;${serial};2024-05-01`],
    ['two on each line', (serial) => `NS/2024/0042, ${serial}`],
    ['words', (serial) => `and ${serial} of May, which was sent to her;`],
  ])('reads a long table to its end: %s', (_, line) => {
    const serials = Array.from({ length: 5000 }, (_, index) =>
      generateSerial(Uint8Array.of(4, 6, 8, 1, 3, 5, 7, 9, index >> 8, index & 255)),
    )
    const text = serials.map(line).join('\n')
    expect(text.length).toBeGreaterThan(LONGEST_TYPED)
    expect(readSerials(text, ORIGINS).filter(isWrittenAsIssued)).toEqual(serials)
  })

  it('reads no further than it is asked to', () => {
    const text = Array.from({ length: 5000 }, (_, index) => `${link(`NS/2024/${index}`)}`).join('\n')
    expect(readSerials(`serial\n${text}`, ORIGINS, 20)).toHaveLength(21)
  })
})
