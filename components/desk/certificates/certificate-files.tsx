import { DeskMoment } from '@/components/desk/desk-moment'
import { DeskTable } from '@/components/desk/desk-table'
import type { ArtifactWire } from '@/lib/contract/manifest'
import { deskText } from '@/lib/i18n/desk/text'
import { deskNumber } from '@/lib/i18n/desk/times'

/** A certificate's files with their fingerprints. */
export function CertificateFiles({ files }: { files: readonly ArtifactWire[] }) {
  const columns = (['file', 'state', 'size', 'made', 'sha256'] as const).map((column) => deskText(`files.${column}`))
  return (
    <section aria-labelledby="files">
      <h2 id="files">{deskText('files.heading')}</h2>
      <DeskTable
        caption={deskText('files.heading')}
        spoken
        columns={columns}
        rows={files.map((file) => ({
          key: `${file.type} ${file.sha256}`,
          cells: [
            file.url === null ? (
              file.type
            ) : (
              <a key="file" href={file.url}>
                {file.type}
              </a>
            ),
            deskText(`files.state.${file.state}`),
            <span key="size" className="whole">
              {deskText('files.bytes', { size: deskNumber(file.size) })}
            </span>,
            <DeskMoment key="made" date={new Date(file.created_at)} />,
            <code dir="ltr" key="sha256" className="fingerprint">
              {file.sha256}
            </code>,
          ],
        }))}
      />
    </section>
  )
}
