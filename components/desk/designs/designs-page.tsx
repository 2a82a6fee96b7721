import { DeskPage } from '@/components/desk/desk-page'
import { DeskTable } from '@/components/desk/desk-table'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import type { Layout } from '@/lib/contract/design/layouts'
import { deskText } from '@/lib/i18n/desk/text'
import { DesignForm } from './design-form'
import { DesignPages, type ShownPage } from './design-pages'
import type { TypedDesign } from './typed-design'
import { WaitingDesigns, type WaitingDesignRow } from './waiting-designs'
import { WornDesigns } from './worn-designs'

interface Props {
  host: string
  viewer: DeskViewer
  designs: readonly {
    id: string
    name: string
    version: number
    layout: Layout
    isDefault: boolean
    events: readonly string[]
  }[]
  /** Those that wait for the operator. */
  waiting: readonly WaitingDesignRow[]
  typed: TypedDesign
  /** What it looks like; empty before it was asked for. */
  pages: readonly ShownPage[]
  done: string | null
  problem: string | null
}

const PATH = '/dashboard/designs'

/** The designs of an issuer, and the form of one with its pages beside it. */
export function DesignsPage({ host, viewer, designs, waiting, typed, pages, done, problem }: Props) {
  const columns = (['name', 'version', 'layout'] as const).map((column) => deskText(`designs.column.${column}`))
  const page = { host, viewer, problem, done, heading: deskText('designs.heading'), lead: deskText('designs.lead') }
  return (
    <DeskPage {...page} current={PATH}>
      {designs.length === 0 ? (
        <p>{deskText('designs.none')}</p>
      ) : (
        <>
          <DeskTable
            caption={deskText('designs.caption')}
            columns={columns}
            rows={designs.map(({ id, name, version, layout }) => ({
              key: id,
              cells: [
                <a key="name" href={`${PATH}?design=${id}`}>
                  <bdi>{name}</bdi>
                </a>,
                String(version),
                deskText(`designs.layout.${layout}`),
              ],
            }))}
          />
          <WornDesigns viewer={viewer} designs={designs} />
        </>
      )}
      {waiting.length > 0 && <WaitingDesigns viewer={viewer} waiting={waiting} />}
      <h2>{deskText('designs.edit')}</h2>
      <div className="design-editor">
        <DesignForm viewer={viewer} typed={typed} />
        <div className="design-side">{pages.length > 0 && <DesignPages pages={pages} />}</div>
      </div>
    </DeskPage>
  )
}
