import { usualWords } from '@/lib/contract/design/design-words'
import type { PageDesign } from '@/lib/render/certificate/page-design'

/** A design without pictures but that of one signature. */
export function exampleDesign(): PageDesign {
  const signature =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30" width="90" height="30">' +
    '<path d="M4 20 C20 2 30 28 46 12 S70 20 86 8" fill="none" stroke="#1b2a6b" stroke-width="1.6"/></svg>'
  return {
    layout: 'classic',
    paper: 'a4',
    colours: { ink: '#1b1f24', accent: '#12324a', paper: '#ffffff' },
    logo: null,
    background: null,
    signatories: [
      {
        name: 'Dr. Helen Okafor',
        title: 'Principal',
        picture: { bytes: Buffer.from(signature), mediaType: 'image/svg+xml' },
      },
    ],
    language: 'en',
    words: { ...usualWords('en'), title: 'Certificate of proficiency' },
    line: 'Trained and assessed under the STCW Convention',
  }
}
