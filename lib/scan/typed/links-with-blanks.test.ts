import { expect, it } from 'vitest'
import { serialsInText } from './read-typed-text'

const LINK = 'https://verify.example.org/verify'
const SERIAL = '7K3M-9QXT-2VBD-8RWN'

const found = (text: string) => serialsInText(text, ['https://verify.example.org'])

it.each([
  `${LINK}/7K3M 9QXT 2VBD 8RWN`,
  `${LINK}/7K3M-9QXT- 2VBD-8RWN`,
  `${LINK}/7K3M- 9QXT-2VBD-8RWN`,
  `${LINK}/7K3M-9QXT-2VBD 8RWN`,
  `${LINK}/7K3M-9QXT-2VBD- 8RWN.`,
  `verify.example.org/verify/7k3m 9qxt 2vbd 8rwn`,
  `My certificate: ${LINK}/7K3M-9QXT- 2VBD-8RWN (second mate), with kind regards, Ana`,
  `<${LINK}/7K3M 9QXT 2VBD 8RWN>`,
  `${LINK}/7K3M-9QXT-\n2VBD- 8RWN`,
  `${LINK}/ 7K3M 9QXT 2VBD 8RWN`,
])('a blank in the serial of our link is none of the reader’s: %j', (text) => expect(found(text)).toEqual([SERIAL]))

it.each([
  [`${LINK}/${SERIAL} 2024 ABCD`, [SERIAL]],
  [`${LINK}/2024-0042 from Ana Lopez`, ['2024-0042']],
  [`${LINK}/NS-2024-17 passed with 1234 5678`, ['NS-2024-17']],
  // Rightly written, but its check character is another's.
  [`${LINK}/7K3M 9QXT 2VBD 8RWM`, ['7K3M']],
  [`${LINK}/2024-0042 1234 5678`, ['2024-0042']],
  [`${LINK}/2024-0042, 7K3M-9QXT-2VBD-8RWN`, ['2024-0042', SERIAL]],
])('what stands behind a whole serial stays out of it: %j', (text, serials) => expect(found(text)).toEqual(serials))
