import { type Command, Option } from 'commander'
import { withoutLinks } from '@/cli/makes-links'
import { type Output, print } from '@/cli/output'
import { progressBar } from '@/cli/progress-bar'
import type { CommandContext, JsonOption, Run } from '@/cli/run-command'
import { buildFiles, type BuiltFiles } from '@/lib/service/files/build-files'
import { copyFiles } from '@/lib/service/files/copy-files'
import { fileStore } from '@/lib/store/files/file-store'

type Store = 'folder' | 's3'

interface CopyOptions extends JsonOption {
  to: Store
  from?: Store
  verify?: boolean
}

interface BuildOptions extends JsonOption {
  lost?: boolean
}

const BUILD_HELP = `
Certificates whose PDF is not in the store are named, and nothing is made of them, since it may be in a backup or in another
store. When it is in neither, such as after a restore that brought corrections back, --lost makes it anew; it reads every
file. A PDF that was handed out before is still recognized.`

const COPY_HELP = `
The folder is DATA_DIR/files, S3 is the bucket that the S3_… variables name. Nothing is removed. Interrupted, run it
again: it goes on from there. To move a running service to S3, copy, restart the servers with S3 configured, and copy
once more for the files that were made meanwhile.`

/** Adds `certs files build` and `copy`. */
export function filesCommands(program: Command, run: Run): void {
  const files = program.command('files').description('the certificates’ files')
  files
    .command('build')
    .description('make the PDF of every certificate that has none yet')
    .option('--lost', 'also of those whose PDF is missing or damaged in the store')
    .addHelpText('after', BUILD_HELP)
    .action((options: BuildOptions) => run(options, (context) => build(context, options)))
  withoutLinks(files.command('copy'))
    .description('copy the stored files between the folder and S3')
    .addOption(new Option('--to <store>', 'where to').choices(['s3', 'folder']).makeOptionMandatory())
    .addOption(new Option('--from <store>', 'where from; default: the other one').choices(['s3', 'folder']))
    .option('--verify', 'read and hash files that are there already, not only compare their size')
    .addHelpText('after', COPY_HELP)
    .action((options: CopyOptions) => run(options, (context) => copy(context, options)))
}

async function build(context: CommandContext, options: BuildOptions): Promise<number> {
  const bar = progressBar()
  const onProgress = (done: number, total: number) => bar.show('building', done, total)
  const choices = { signal: context.signal, onProgress, lost: options.lost ?? false }
  const result = await buildFiles(choices).finally(bar.stop)
  reportBuild(context, result)
  return result.refused.length + result.lost.length > 0 ? 1 : 0
}

function reportBuild(output: Output, { built, skipped, lost, refused }: BuiltFiles): void {
  const { haveOne, withdrawn, superseded } = skipped
  const sum = haveOne + withdrawn + superseded
  const why = { have_one: haveOne, withdrawn, superseded }
  print(output, { built, skipped: sum, skipped_because: why, lost, refused }, [
    ...refused.map(({ serial, error }) => `${serial}: ${error}`),
    ...lost.map((serial) => `${serial}: Its PDF is not in ${fileStore().name}.`),
    `PDFs made: ${built}. Skipped: ${haveOne} that have one, ${withdrawn} withdrawn, ${superseded} replaced. ` +
      `Refused: ${refused.length}.`,
    ...(lost.length > 0
      ? [
          `Lost: ${lost.length}. Bring them back from a backup; those that are in none, certs files build --lost makes anew.`,
        ]
      : []),
  ])
}

async function copy(context: CommandContext, options: CopyOptions): Promise<number> {
  const bar = progressBar()
  const from = options.from ?? (options.to === 's3' ? 'folder' : 's3')
  const choices = {
    verify: options.verify ?? false,
    signal: context.signal,
    onProgress: (done: number, total: number) => bar.show('copying', done, total),
  }
  const result = await copyFiles(from, options.to, choices).finally(bar.stop)
  const { copied, skipped, failed } = result
  print(context, { from: result.from, to: result.to, copied, skipped, failed }, [
    ...failed.map(({ sha256, error }) => `${sha256}: ${error}`),
    `From ${result.from} to ${result.to}: copied ${copied}, there already ${skipped}, failed ${failed.length}.`,
  ])
  return failed.length > 0 ? 1 : 0
}
