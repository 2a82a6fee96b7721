import { type Command, Option } from 'commander'
import { open } from 'node:fs/promises'
import { withoutLinks } from '@/cli/makes-links'
import { type Output, print } from '@/cli/output'
import type { JsonOption, Run } from '@/cli/run-command'
import { table } from '@/cli/table'
import { BADGE_IMAGE_BYTES } from '@/lib/domain/badge-image/image-check'
import { ServiceError } from '@/lib/errors'
import { listBadgeImages } from '@/lib/service/badges/list-badge-images'
import { removeBadgeImage } from '@/lib/service/badges/remove-badge-image'
import { setBadgeImage } from '@/lib/service/badges/set-badge-image'
import type { BadgeImage } from '@/lib/store/files/badge-images'

interface SetOptions extends JsonOption {
  event: string
  image: string
}

interface RemoveOptions extends JsonOption {
  event: string
  type?: 'png' | 'svg'
}

const HELP = `
The image is for all the issuer's certificates with exactly this event title, including those already issued. An event
may have a PNG and an SVG. The file is written anew, and refused where it holds more than a picture.`

/** Adds `certs badge …`: the images that Open Badges are baked into. */
export function badgeCommands(program: Command, run: Run): void {
  const badge = program.command('badge').description('the images that Open Badges are baked into')
  withoutLinks(badge.command('set'))
    .argument('<slug>', 'the issuer')
    .description('set the badge image of an event')
    .requiredOption('--event <title>', 'the event title, exactly as on the certificates')
    .requiredOption('--image <file>', 'a PNG or SVG of at most 1 MiB')
    .addHelpText('after', HELP)
    .action((slug: string, options: SetOptions) => run(options, (output) => set(output, slug, options)))
  withoutLinks(badge.command('list'))
    .argument('<slug>', 'the issuer')
    .description('list the badge images of an issuer')
    .action((slug: string, options: JsonOption) => run(options, (output) => list(output, slug)))
  withoutLinks(badge.command('remove'))
    .argument('<slug>', 'the issuer')
    .description('remove the badge images of an event; badges already issued stay valid')
    .requiredOption('--event <title>', 'the event title')
    .addOption(new Option('--type <type>', 'only this one').choices(['png', 'svg']))
    .action((slug: string, options: RemoveOptions) => run(options, (output) => remove(output, slug, options)))
}

async function set(output: Output, slug: string, options: SetOptions): Promise<void> {
  const { image, certificates } = await setBadgeImage(slug, options.event, await readImage(options.image))
  const whose =
    certificates === 0
      ? `No certificate has the event title "${image.eventTitle}" yet: check its spelling.`
      : `It is for ${certificates} ${certificates === 1 ? 'certificate' : 'certificates'} so far.`
  print(output, { image: present(image), certificates }, [
    `The ${kindOf(image)} is the badge image of "${image.eventTitle}".`,
    whose,
  ])
}

async function list(output: Output, slug: string): Promise<void> {
  const images = await listBadgeImages(slug)
  const rows = images.map((image) => [image.eventTitle, kindOf(image), `${image.size} bytes`, image.sha256])
  const lines =
    images.length > 0
      ? table(['Event', 'Image', 'Size', 'SHA-256'], rows)
      : [`No badge images yet. Set one with: certs badge set ${slug} --event "…" --image badge.png`]
  print(output, { images: images.map(present) }, lines)
}

async function remove(output: Output, slug: string, { event, type }: RemoveOptions): Promise<void> {
  const mediaType = type === undefined ? null : type === 'png' ? 'image/png' : 'image/svg+xml'
  const removed = await removeBadgeImage(slug, event, mediaType)
  print(output, { removed: removed.map(present) }, [
    `Taken away from "${event}": ${removed.map(kindOf).join(' and ')}. Badges that were given out stay good.`,
  ])
}

/** One byte more than may be is enough to know that a file is too large, a device without an end among them. */
async function readImage(path: string): Promise<Uint8Array> {
  const refuse = (cause: unknown) => {
    throw new ServiceError('malformed', `The file ${path} cannot be read.`, { cause })
  }
  const file = await open(path, 'r').catch(refuse)
  try {
    const buffer = Buffer.alloc(BADGE_IMAGE_BYTES + 1)
    let size = 0
    while (size < buffer.length) {
      const { bytesRead } = await file.read(buffer, size, buffer.length - size, null)
      if (bytesRead === 0) break
      size += bytesRead
    }
    return buffer.subarray(0, size)
  } catch (error) {
    return refuse(error)
  } finally {
    await file.close()
  }
}

function kindOf({ mediaType }: BadgeImage): string {
  return mediaType === 'image/png' ? 'PNG' : 'SVG'
}

function present({ eventTitle, mediaType, sha256, size }: BadgeImage) {
  return { event_title: eventTitle, media_type: mediaType, sha256, size }
}
