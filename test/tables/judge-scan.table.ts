import type { ElsewhereReason, TextReason } from '@/lib/scan/judge/scan-verdict'

/** The service of the table. */
export const ORIGIN = 'https://verify.northshore.example'
export const SERIAL = '7K3M-9QXT-2VBD-8RWN'
const OURS = `${ORIGIN}/verify/${SERIAL}`

/** Texts that go straight to the verdict of a serial. */
export const STRAIGHT: readonly (readonly [text: string, serial: string])[] = [
  [OURS, SERIAL],
  [`${OURS}/`, SERIAL],
  [`${OURS}\n`, SERIAL],
  [OURS.toUpperCase(), SERIAL],
  [OURS.toLowerCase(), SERIAL],
  [OURS.replaceAll('-', ''), SERIAL],
  [OURS.replaceAll('-', '%2D'), SERIAL],
  [`${ORIGIN}/verify/NS%2F2024%2F0042`, 'NS/2024/0042'],
  [`${ORIGIN}/verify/Morden`, 'Morden'],
  [SERIAL, SERIAL],
  ['7k3m9qxt2vbd8rwn', SERIAL],
  [' 7K3M 9QXT 2VBD 8RWN\r\n', SERIAL],
  ['7K3M\u20139QXT\u20132VBD\u20138RWN', SERIAL],
  ['7K3M-9QXT-2VBD-8RWP', '7K3M-9QXT-2VBD-8RWP'],
  ['NS/2024/0042', 'NS/2024/0042'],
  ['20260001', '20260001'],
]

/** Addresses that are stopped at: the text, the host that is named, why, and whether it could be taken for ours. */
export const STOPPED: readonly (readonly [text: string, host: string, reason: ElsewhereReason, lookalike: boolean])[] =
  [
    ['http://code.google.com', 'code.google.com', 'other_site', false],
    ['www.kunst-in-ffm.de/mobile/obj298.html', 'www.kunst-in-ffm.de', 'other_site', false],
    ['//evil.example/verify/7K3M-9QXT-2VBD-8RWN', 'evil.example', 'other_site', false],
    ['http://192.0.2.7/verify/7K3M-9QXT-2VBD-8RWN', '192.0.2.7', 'other_site', false],
    ['https://www.northshore.example/verify/1', 'www.northshore.example', 'other_site', false],

    // Ours as a part of another's.
    ['https://verify.northshore.example.evil.test/', 'verify.northshore.example.evil.test', 'our_name_inside', true],
    ['https://verify-northshore-example.evil.test/', 'verify-northshore-example.evil.test', 'our_name_inside', true],
    ['https://northshore-verify.test/', 'northshore-verify.test', 'our_name_inside', true],
    [`https://evil.test/verify.northshore.example/verify/${SERIAL}`, 'evil.test', 'our_name_inside', true],
    [`https://evil.test/?to=${encodeURIComponent(OURS)}`, 'evil.test', 'our_name_inside', true],
    [`https://evil.test/#${OURS}`, 'evil.test', 'our_name_inside', true],

    // Our name in another spelling.
    ['https://verify.northshore.test/', 'verify.northshore.test', 'our_name_other_ending', true],
    ['https://verify.northshore.co.uk/', 'verify.northshore.co.uk', 'our_name_other_ending', true],
    ['https://northshore.com', 'northshore.com', 'our_name_other_ending', true],
    ['https://verify.northshor.example/', 'verify.northshor.example', 'spelt_like_ours', true],
    ['https://verify.nortshhore.test/', 'verify.nortshhore.test', 'spelt_like_ours', true],
    ['https://verfiy.northshore.example/', 'verfiy.northshore.example', 'spelt_like_ours', true],
    ['https://verify.n0rthshore.example/', 'verify.n0rthshore.example', 'letters_like_ours', true],
    ['https://vvvv.n0rthshore.test/', 'vvvv.n0rthshore.test', 'letters_like_ours', true],
    ['https://verify.nоrthshоre.example/', 'verify.xn--nrthshre-nbhf.example', 'letters_like_ours', true],
    ['https://verify.xn--nrthshre-nbhf.example/', 'verify.xn--nrthshre-nbhf.example', 'letters_like_ours', true],
    ['https://verify.nörthshore.example/', 'verify.xn--nrthshore-07a.example', 'letters_like_ours', true],

    // Ours before the host that it leads to, or not quite our origin.
    ['https://verify.northshore.example@evil.test/', 'evil.test', 'user_info', true],
    ['https://verify.northshore.example:443@evil.test/', 'evil.test', 'user_info', true],
    [`https://user@verify.northshore.example/verify/${SERIAL}`, 'verify.northshore.example', 'user_info', true],
    [`https://verify.northshore.example:8443/verify/${SERIAL}`, 'verify.northshore.example:8443', 'other_port', true],
    [`http://verify.northshore.example/verify/${SERIAL}`, 'verify.northshore.example', 'other_scheme', true],
    [`ftp://verify.northshore.example/verify/${SERIAL}`, 'verify.northshore.example', 'other_scheme', true],
    ['intent://evil.test/#Intent;scheme=https;end', 'evil.test', 'other_scheme', false],
    [`https://verify.northshore.example./verify/${SERIAL}`, 'verify.northshore.example.', 'disguised_address', true],

    // Our own address, not as we write it.
    [`https:\\\\verify.northshore.example\\verify\\${SERIAL}`, 'verify.northshore.example', 'disguised_address', false],
    [`https:verify.northshore.example/verify/${SERIAL}`, 'verify.northshore.example', 'disguised_address', false],
    [`${ORIGIN}/ver\tify/${SERIAL}`, 'verify.northshore.example', 'disguised_address', false],
    [`ht\ntps://verify.northshore.example/verify/${SERIAL}`, 'verify.northshore.example', 'disguised_address', false],
    [`${ORIGIN}/verify/7K3M-\u200B9QXT-2VBD-8RWN`, 'verify.northshore.example', 'disguised_address', false],
    [`${ORIGIN}/verify/7K3M-%E2%80%8B9QXT-2VBD-8RWN`, 'verify.northshore.example', 'disguised_address', false],
    [`${ORIGIN}/x/../verify/${SERIAL}`, 'verify.northshore.example', 'disguised_address', false],
    [`https://verify%2Enorthshore.example/verify/${SERIAL}`, 'verify.northshore.example', 'disguised_address', false],
    [`https://verify.northshore.example:443/verify/${SERIAL}`, 'verify.northshore.example', 'disguised_address', false],
    [`${OURS}?next=//evil.test`, 'verify.northshore.example', 'own_redirect', false],
    [`${ORIGIN}/sign-in?next=https%3A%2F%2Fevil.test`, 'verify.northshore.example', 'own_redirect', false],
    [`${ORIGIN}//evil.test/verify/${SERIAL}`, 'verify.northshore.example', 'own_redirect', false],
    [`${OURS}?lang=fr`, 'verify.northshore.example', 'own_other_page', false],
    [`${OURS}#top`, 'verify.northshore.example', 'own_other_page', false],
    [`${ORIGIN}/`, 'verify.northshore.example', 'own_other_page', false],
    [`${ORIGIN}/verify/`, 'verify.northshore.example', 'own_other_page', false],
    [`${ORIGIN}/verify/..`, 'verify.northshore.example', 'own_other_page', false],
    [`${ORIGIN}/dashboard`, 'verify.northshore.example', 'own_other_page', false],
    [`verify.northshore.example/verify/${SERIAL}`, 'verify.northshore.example', 'disguised_address', false],
  ]

/** Texts that lead nowhere. */
export const TEXTS: readonly (readonly [text: string, reason: TextReason])[] = [
  ['', 'empty'],
  [' \r\n', 'empty'],
  ['x'.repeat(2954), 'too_long'],
  [`${OURS}?${'x'.repeat(2953)}`, 'too_long'],
  ['ä'.repeat(1477), 'too_long'],
  ['7K3M-9QXT-\u200B2VBD-8RWN', 'disguised_serial'],
  ['\u202E7K3M-9QXT-2VBD-8RWN', 'disguised_serial'],
  ['７Ｋ３Ｍ-９ＱＸＴ-２ＶＢＤ-８ＲＷＮ', 'disguised_serial'],
  ['7K3M\n9QXT\n2VBD\n8RWN', 'disguised_serial'],
  ['https://', 'broken_address'],
  ['https://verify.northshore.example:99999/', 'broken_address'],
  ['javascript:alert(1)', 'program'],
  ['java\nscript:alert(1)', 'program'],
  ['data:text/html,<script>alert(1)</script>', 'program'],
  ['blob:https://verify.northshore.example/7K3M', 'program'],
  ['bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'program'],
  ['BEGIN:VCARD\nN:Wilkinson;Paul\nURL:https://evil.test\nEND:VCARD', 'contact'],
  ['MECARD:N:Sean Owen;TEL:+12125658770;;', 'contact'],
  ['mailto:someone@evil.test', 'contact'],
  ['tel:+12125658770', 'contact'],
  ['WIFI:T:WPA;S:guest;P:secret;;', 'wifi'],
  ['Morden', 'plain'],
  ['Hello, world', 'plain'],
  ['Note: this is a text', 'plain'],
  [`See ${OURS}`, 'plain'],
  ['/verify/7K3M-9QXT-2VBD-8RWN', 'plain'],
]
