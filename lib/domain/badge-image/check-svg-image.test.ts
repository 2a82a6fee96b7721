import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bakeSvg } from '@/lib/domain/badge/image/bake-svg'
import { scanXml } from '@/lib/domain/badge/image/scan-xml'
import { checkSvgImage } from './check-svg-image'
import { SVG_ELEMENTS } from './svg-allow-list'

const NS = 'xmlns="http://www.w3.org/2000/svg"'
const XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
const check = (text: string) => checkSvgImage(Buffer.from(text, 'utf8'))
const svg = (inner: string, attributes = '') => `<svg ${NS} ${XLINK} viewBox="0 0 9 9" ${attributes}>${inner}</svg>`

/** By what is hostile in it, and a word of the sentence. */
const HOSTILE: Record<string, [text: string, sentence: RegExp]> = {
  'a script': [svg('<script>alert(1)</script>'), /<script>/],
  'a script by reference': [svg('<script href="https://evil.example/x.js"/>'), /<script>/],
  'a script of another prefix': [
    `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>alert(1)</s:script></s:svg>`,
    /root/,
  ],
  'a script in another spelling': [svg('<SCRIPT>alert(1)</SCRIPT>'), /<SCRIPT>/],
  'an event handler on the root': [svg('', 'onload="alert(1)"'), /onload/],
  'an event handler within': [svg('<g><path onclick="alert(1)" d="M0 0"/></g>'), /onclick/],
  'an event handler in upper case': [svg('<path ONCLICK="alert(1)"/>'), /ONCLICK/],
  'foreign content': [
    svg('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>'),
    /foreignObject/,
  ],
  'HTML by its namespace': [svg('<g xmlns="http://www.w3.org/1999/xhtml"/>'), /xmlns/],
  'a frame': [svg('<iframe src="https://evil.example"/>'), /iframe/],
  'a link': [svg('<a href="javascript:alert(1)"><text>x</text></a>'), /<a>/],
  'an embedded image': [svg('<image href="data:image/png;base64,AAAA"/>'), /<image>/],
  'an image from elsewhere': [svg('<image xlink:href="https://evil.example/x.png"/>'), /<image>/],
  'a filter image': [svg('<filter id="f"><feImage href="https://evil.example/x.svg"/></filter>'), /feImage/],
  'a part of another file': [svg('<use href="https://evil.example/x.svg#a"/>'), /outside/],
  'a part of another file, without a scheme': [svg('<use xlink:href="//evil.example/x.svg#a"/>'), /outside/],
  'a part of a data URL': [svg('<use href="data:image/svg+xml;base64,AAAA#a"/>'), /outside/],
  'a script URL in use': [svg('<use href="javascript:alert(1)"/>'), /outside/],
  'a reference with white space before': [svg('<use href=" https://evil.example#a"/>'), /outside/],
  'a reference spelled in characters': [svg('<use href="&#104;ttps://evil.example#a"/>'), /outside/],
  'a fill from elsewhere': [svg('<path fill="url(https://evil.example/x.svg#a)"/>'), /styles/],
  'a fill from elsewhere beside an own one': [
    svg('<path style="fill:url(#a);mask:URL( //evil.example#a )"/>'),
    /styles/,
  ],
  'a cursor from elsewhere': [svg('<path cursor="url(https://evil.example/c.cur)"/>'), /styles/],
  'an import': [svg('<style>@import "https://evil.example/x.css";</style>'), /styles/],
  'an import without quotes': [svg('<style>@import url(https://evil.example/x.css);</style>'), /styles/],
  'a font from elsewhere': [svg('<style>@font-face{font-family:x;src:url(https://evil.example)}</style>'), /styles/],
  'a style that fetches': [svg('<style>path{fill:url(https://evil.example/x)}</style>'), /styles/],
  'a style split by CDATA': [svg('<style>path{fill:ur<![CDATA[l(https://evil.example/x)]]>}</style>'), /styles/],
  'a style split by a comment': [svg('<style>path{fill:u<!-- x -->rl(https://evil.example/x)}</style>'), /styles/],
  'a style before an element in it': [svg('<style>path{fill:url(https://evil.example/x)}<g/></style>'), /styles/],
  'a style with escapes': [svg('<style>path{fill:\\75rl(https://evil.example/x)}</style>'), /styles/],
  'a style with image-set': [svg('<path style="mask:image-set(\'https://evil.example/x\' 1x)"/>'), /styles/],
  'a style with a behaviour': [svg('<path style="behavior: url(#x)"/>'), /styles/],
  'an attribute that is animated to a script': [
    svg('<path id="p"/><animate xlink:href="#p" attributeName="href" to="javascript:alert(1)"/>'),
    /<animate>/,
  ],
  'an attribute that is set later': [svg('<path><set attributeName="onclick" to="alert(1)"/></path>'), /<set>/],
  'a movement': [svg('<path><animateTransform attributeName="transform"/></path>'), /animateTransform/],
  'entities of its own': [`<!DOCTYPE svg [<!ENTITY a "b">]><svg ${NS}><text>&a;</text></svg>`, /document type/],
  'a file by an entity': [
    `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg ${NS}><text>&a;</text></svg>`,
    /document type/,
  ],
  'a document type': [`<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://x"><svg ${NS}/>`, /document type/],
  'an entity without its declaration': [svg('<text>&nbsp;</text>'), /entities/],
  'a style sheet by instruction': [`<?xml-stylesheet href="https://evil.example/x.css"?>${svg('')}`, /instruction/],
  'an instruction within': [svg('<?php echo 1 ?>'), /instruction/],
  'a base address': [svg('', 'xml:base="https://evil.example/"'), /xml:base/],
  'a part that repeats a part': [
    svg('<g id="a"><path/></g><g id="b"><use href="#a"/><use href="#a"/></g><use href="#b"/>'),
    /repeats/,
  ],
  'a part that repeats itself': [svg('<g id="a"><use href="#a"/></g>'), /repeats/],
  'a thousand repetitions': [svg(`<path id="a"/>${'<use href="#a"/>'.repeat(1000)}`), /repeats/],
  'ten thousand levels': [svg('<g>'.repeat(10_000) + '</g>'.repeat(10_000)), /deeper/],
  'a badge already': [bakeSvg(svg(''), 'eyJ.eyJ.x'), /badge already|openbadges/],
  'another root': ['<html xmlns="http://www.w3.org/1999/xhtml"/>', /root/],
  'no namespace': ['<svg viewBox="0 0 1 1"/>', /root/],
  'two roots': [svg('') + svg(''), /cannot|can be read/],
  'an end that is missing': [`<svg ${NS}><g>`, /can be read/],
  'no text at all': ['', /can be read/],
  'another encoding': [`<?xml version="1.0" encoding="UTF-16"?>${svg('')}`, /can be read/],
  'a NUL': [svg('\0'), /can be read/],
}

describe('checkSvgImage', () => {
  it.each(Object.entries(HOSTILE))('refuses %s in a plain sentence', (_what, [text, sentence]) => {
    const checked = check(text)
    expect(checked).toEqual({ ok: false, reason: expect.stringMatching(sentence) as string })
    expect(checked).toMatchObject({ reason: expect.stringMatching(/^[A-Z].*\.$/s) as string })
  })

  it('refuses bytes that are no UTF-8, and more than 1 MiB', () => {
    expect(checkSvgImage(Uint8Array.of(0x3c, 0xff, 0xfe))).toMatchObject({ ok: false })
    expect(check(svg(`<text>${'x'.repeat(1024 * 1024)}</text>`))).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/1 MiB/) as string,
    })
  })

  it('takes a picture as drawing programs write it, and writes it without what is none', () => {
    const text = `\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<!-- Generator: Draw 1.0 -->\n${svg(
      '<title>A &amp; B "c"</title><style type="text/css"><![CDATA[.a{fill:url(#g);stroke:#fff} .b > .c{opacity:.5}]]></style>' +
        '<defs><linearGradient id="g" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="#123"/></linearGradient>' +
        '<path id="p" d="M0 0L9 9"/><clipPath id="c"><use xlink:href="#p" overflow="visible"/></clipPath></defs>' +
        '<g clip-path="url(#c)" class="a" style="fill:url(\'#g\')"><text x="1">Łódź 证书 @ \\</text><use href="#p"/></g>',
      'id="Layer_1" data-name="Layer 1" x="0px" xml:space="preserve"',
    )}`
    const checked = check(text)
    if (!checked.ok) throw new Error(checked.reason)
    expect(checked.picture).toContain('<title>A &amp; B "c"</title>')
    expect(checked.picture).toContain('Łódź 证书')
    expect(checked.picture).not.toMatch(/<!|<\?/)
    expect(check(checked.picture)).toEqual(checked)
    expect(elementsOf(checked.picture)).toEqual(elementsOf(text.replace(/^\ufeff/, '')))
  })

  it('lets through nothing that is not listed, whatever stands in the file', () => {
    const word = fc.constantFrom(
      'script',
      'g',
      'path',
      'a',
      'set',
      'style',
      'svg',
      'use',
      'image',
      'onload',
      'href',
      'd',
      'fill',
    )
    const value = fc.constantFrom('#a', 'javascript:x', 'url(#a)', 'url(x)', '<', '&', '"', ']]>', '&#60;script&#62;')
    const piece = fc.oneof(
      fc.tuple(word, word, value).map(([name, attribute, text]) => `<${name} ${attribute}="${text}">`),
      word.map((name) => `</${name}>`),
      fc.constantFrom('<!--', '-->', '<![CDATA[', ']]>', 'text', '<?x ?>', '&lt;', '<script/>'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const checked = check(svg(pieces.join('')))
        if (checked.ok) {
          for (const name of elementsOf(checked.picture)) expect(SVG_ELEMENTS.has(name)).toBe(true)
          // In text, escaped, all of it is harmless: only tags can do anything.
          for (const [tag] of checked.picture.matchAll(/<[^>]*>/g))
            expect(tag).not.toMatch(/\son|javascript:|url\((?!#)/)
        }
      }),
      { numRuns: 2000 },
    )
  })
})

function elementsOf(text: string): string[] {
  return scanXml(text).flatMap((event) => (event.kind === 'open' ? [event.name] : []))
}
