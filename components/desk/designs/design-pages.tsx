import type { PreviewName } from '@/lib/contract/design/preview-names'
import { deskText } from '@/lib/i18n/desk/text'

/** A page of a design, as a data address of a JPEG. */
export interface ShownPage {
  name: PreviewName
  picture: string
}

/** What a design looks like with several names: the first large, the others under it. */
export function DesignPages({ pages }: { pages: readonly ShownPage[] }) {
  return (
    <section className="design-pages" aria-labelledby="design-pages">
      <h3 id="design-pages">{deskText('designs.preview')}</h3>
      <ul>
        {pages.map(({ name, picture }) => (
          <li key={name}>
            <figure>
              <img src={picture} alt="" />
              <figcaption className="hint">{deskText(`designs.with.${name}`)}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}
