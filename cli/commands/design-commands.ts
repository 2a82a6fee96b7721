import { type Command, InvalidArgumentError, Option } from 'commander'
import { withoutLinks } from '@/cli/makes-links'
import { type Output, print } from '@/cli/output'
import { readFileDesign } from '@/cli/read-file-design'
import type { JsonOption, Run } from '@/cli/run-command'
import { table } from '@/cli/table'
import { requireWritable, writeWholeFile } from '@/cli/whole-file'
import { WrongUsage } from '@/cli/wrong-usage'
import { LAYOUTS } from '@/lib/contract/design/layouts'
import { PREVIEW_NAMES, type PreviewName } from '@/lib/contract/design/preview-names'
import { ServiceError } from '@/lib/errors'
import { closeRenderPool } from '@/lib/render/certificate/render-certificate'
import { pageDesign, readPageDesign } from '@/lib/service/designs/design-to-wear'
import { getDesignByName, listDesigns, type ShownDesign } from '@/lib/service/designs/list-designs'
import { previewDesign } from '@/lib/service/designs/preview-design'
import { setDesign } from '@/lib/service/designs/set-design'
import { acceptWaitingDesign, listWaitingDesigns, refuseWaitingDesign } from '@/lib/service/designs/waiting-designs'
import { signedDomain } from '@/lib/service/issue/issue-certificates'
import { getIssuer } from '@/lib/service/issuers/get-issuer'
import { listIssuers } from '@/lib/service/issuers/list-issuers'

interface SetOptions extends JsonOption {
  file: string
  name: string
  event?: string
  default?: true
}

interface NameOptions extends JsonOption {
  name: string
  version?: number
}

interface RefuseOptions extends JsonOption {
  reason: string
}

interface PreviewOptions extends Partial<NameOptions> {
  file?: string
  waiting?: string
  out: string
  with: PreviewName
}

const NAME = 'Certificate'

const HELP = `
The file is JSON: layout (${LAYOUTS.join(', ')}), paper (a4, letter), colours { ink, accent, paper },
logo, background { picture, use: border or ground }, up to four signatories { name, title, picture }, language, words
{ title, certifies, … } and line. Pictures are PNG, JPEG or SVG files beside it. Each change is a new version:
certificates keep the one that they were issued in.`

/** Adds `certs design …`: what an issuer's certificates look like. */
export function designCommands(program: Command, run: Run): void {
  const design = program.command('design').description("what an issuer's certificates look like")
  withoutLinks(design.command('list'))
    .argument('<slug>', 'the issuer')
    .description('list the designs of an issuer, and the layouts that there are')
    .action((slug: string, options: JsonOption) => run(options, (output) => list(output, slug)))
  withoutLinks(design.command('set'))
    .argument('<slug>', 'the issuer')
    .description('set a design, as a new version where it has one')
    .requiredOption('--file <file>', 'the design, as JSON')
    .option('--name <name>', 'what it is called', NAME)
    .option('--default', 'new certificates wear it where their event has none of its own')
    .option('--event <title>', 'new certificates of this event wear it')
    .addHelpText('after', HELP)
    .action((slug: string, options: SetOptions) => run(options, (output) => set(output, slug, options)))
  withoutLinks(design.command('show'))
    .argument('<slug>', 'the issuer')
    .description('show a design as JSON')
    .option('--name <name>', 'which one', NAME)
    .option('--version <number>', 'which version; the newest by default', asVersion)
    .action((slug: string, options: NameOptions) => run(options, (output) => show(output, slug, options)))
  withoutLinks(design.command('preview'))
    .argument('<slug>', 'the issuer')
    .description('write the page of a design as a PDF that certifies nothing')
    .option('--file <file>', 'a design as JSON that is not set yet')
    .option('--name <name>', 'one that is set')
    .option('--version <number>', 'which version of it; the newest by default', asVersion)
    .option('--waiting <id>', 'one that waits for you')
    .requiredOption('--out <file>', 'where the PDF goes')
    .addOption(new Option('--with <name>', 'whose name it has').choices(Object.keys(PREVIEW_NAMES)).default('usual'))
    .action((slug: string, options: PreviewOptions) => run(options, (output) => preview(output, slug, options)))
  withoutLinks(design.command('waiting'))
    .description('list the designs that wait for you: those of issuers whose domain is not verified')
    .action((options: JsonOption) => run(options, waiting))
  withoutLinks(design.command('accept'))
    .argument('<id>', 'which one, as design waiting says')
    .description('accept a design that waits: it becomes the next version of its name')
    .action((id: string, options: JsonOption) => run(options, (output) => accept(output, id)))
  withoutLinks(design.command('refuse'))
    .argument('<id>', 'which one, as design waiting says')
    .description("refuse a design that waits; the issuer's owners read the reason")
    .requiredOption('--reason <text>', 'why')
    .action((id: string, options: RefuseOptions) => run(options, (output) => refuse(output, id, options)))
}

function asVersion(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a number from 1.')
  return Number(text)
}

async function list(output: Output, slug: string): Promise<void> {
  const designs = await listDesigns((await getIssuer(slug)).id)
  const rows = designs.map((one) => [one.name, String(one.version), one.content.layout, usesOf(one)])
  const lines =
    designs.length > 0
      ? table(['Design', 'Version', 'Layout', 'Worn by'], rows)
      : [
          `No designs yet: certificates have the service's own page. Set one with: certs design set ${slug} --file design.json`,
        ]
  const wire = designs.map(({ name, version, content, isDefault, events }) => {
    return { name, version, layout: content.layout, default: isDefault, events }
  })
  print(output, { designs: wire, layouts: LAYOUTS }, [...lines, `Layouts: ${LAYOUTS.join(', ')}`])
}

function usesOf({ isDefault, events }: ShownDesign): string {
  return [...(isDefault ? ['new certificates'] : []), ...events.map((title) => `"${title}"`)].join(', ')
}

async function set(output: Output, slug: string, options: SetOptions): Promise<void> {
  if (options.default && options.event !== undefined) throw new WrongUsage('Give --default or --event, not both.')
  const issuer = await getIssuer(slug)
  const forEvent = options.default ? '' : (options.event ?? null)
  const made = await setDesign(issuer.id, options.name, await readFileDesign(options.file), { forEvent })
  const said = made.unchanged ? `is as it was: version ${made.version}` : `is set: version ${made.version}`
  const worn = forEvent === null ? [] : [`New certificates ${forEvent === '' ? '' : `of "${forEvent}" `}wear it.`]
  print(output, { name: made.name, version: made.version, unchanged: made.unchanged }, [
    `The design "${made.name}" ${said}.`,
    ...worn,
  ])
}

async function show(output: Output, slug: string, { name, version }: NameOptions): Promise<void> {
  const shown = await getDesignByName((await getIssuer(slug)).id, name, version ?? null)
  const design = { name, version: shown.version, ...shown.content }
  print(output, { design }, JSON.stringify(design, null, 2).split('\n'))
}

async function preview(output: Output, slug: string, options: PreviewOptions): Promise<void> {
  if ([options.file, options.name, options.waiting].filter((one) => one !== undefined).length !== 1)
    throw new WrongUsage('Give --file, --name or --waiting, one of them.')
  await requireWritable(options.out, options.file === undefined ? [] : [options.file])
  const issuer = await getIssuer(slug)
  const page = await askedPage(issuer.id, options)
  const shown = { name: issuer.name, domain: signedDomain(issuer) }
  try {
    const pdf = await previewDesign(shown, page, options.with)
    await writeWholeFile(options.out, [pdf])
    print(output, { file: options.out, size: pdf.length }, [`The preview is in ${options.out}. It certifies nothing.`])
  } finally {
    await closeRenderPool()
  }
}

async function askedPage(issuerId: string, options: PreviewOptions) {
  if (options.file !== undefined) return readPageDesign(await readFileDesign(options.file))
  if (options.waiting === undefined)
    return pageDesign((await getDesignByName(issuerId, options.name ?? NAME, options.version ?? null)).content)
  const found = (await listWaitingDesigns(issuerId)).find(({ id }) => id === options.waiting)
  if (!found) throw new ServiceError('not_found', 'No design of this issuer waits under that id.')
  return pageDesign(found.content)
}

async function waiting(output: Output): Promise<void> {
  const slugs = new Map((await listIssuers()).map(({ id, slug }) => [id, slug]))
  const designs = (await listWaitingDesigns(null)).map(({ id, issuerId, name, forEvent, content, askedAt }) => {
    const shown = { id, issuer: slugs.get(issuerId) ?? issuerId, name, layout: content.layout }
    return { ...shown, for_event: forEvent, asked_at: askedAt.toISOString() }
  })
  const rows = designs.map((one) => [one.id, one.issuer, one.name, one.layout, one.asked_at.slice(0, 16)])
  print(
    output,
    { designs },
    designs.length > 0
      ? [
          ...table(['Id', 'Issuer', 'Design', 'Layout', 'Asked'], rows),
          'Look at one with: certs design preview <issuer> --waiting <id> --out page.pdf',
        ]
      : ['No design waits.'],
  )
}

async function accept(output: Output, id: string): Promise<void> {
  const { name, version } = await acceptWaitingDesign(id)
  print(output, { name, version }, [`The design "${name}" is set: version ${version}.`])
}

async function refuse(output: Output, id: string, { reason }: RefuseOptions): Promise<void> {
  const { name } = await refuseWaitingDesign(id, { reason })
  print(output, { name, refused: true }, [`The design "${name}" is refused. Its owners read the reason at the desk.`])
}
