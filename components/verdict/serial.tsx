const FITS_ONE_LINE = 24
const SHOWN_AT_MOST = 80

/** A serial in figures of one width: on one line if it is short enough for the narrowest phone, otherwise broken. */
export function Serial({ text }: { text: string }) {
  const characters = [...text]
  const shown = characters.length > SHOWN_AT_MOST ? `${characters.slice(0, SHOWN_AT_MOST).join('')}…` : text
  return (
    <bdi translate="no" className={characters.length > FITS_ONE_LINE ? 'serial long' : 'serial'}>
      {shown}
    </bdi>
  )
}
