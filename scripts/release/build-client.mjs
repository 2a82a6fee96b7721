// The client package, ready for `npm pack`: one file of JavaScript, and types that need no other package.
import { build } from 'esbuild'
import { chmod, copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { format } from 'oxfmt'
import ts from 'typescript'

/**
 * Builds the client package into a folder, which is made anew.
 * @param {string} root the project
 * @param {string} out the folder, by its path
 */
export async function buildClient(root, out) {
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['client/src/index.ts'],
    outfile: join(out, 'index.js'),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    charset: 'utf8',
    metafile: true,
    logLevel: 'warning',
  })
  const foreign = Object.keys(metafile.inputs).filter((path) => path.includes('node_modules'))
  if (foreign.length > 0) throw new Error(`The client would carry other packages: ${foreign.join(', ')}`)
  for (const [name, text] of declarations(root)) {
    const { code, errors } = await format(name, text, { semi: false, singleQuote: true, printWidth: 80 })
    if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`)
    await writeFile(join(out, name), code)
  }
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const manifest = JSON.parse(await readFile(join(root, 'client', 'package.json'), 'utf8'))
  await writeFile(join(out, 'package.json'), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`)
  await copyFile(join(root, 'client', 'README.md'), join(out, 'README.md'))
  await copyFile(join(root, 'LICENSE'), join(out, 'LICENSE'))
  // Whoever built it: npm packs the rights that it finds.
  for (const name of await readdir(out)) await chmod(join(out, name), 0o644)
}

/** The declarations of every file that the public ones name; those of the contract are written out. */
function declarations(root) {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const folder = join(root, 'client', 'src')
  const program = ts.createProgram([join(folder, 'index.ts')], {
    ...options,
    noEmit: false,
    incremental: false,
    declaration: true,
    emitDeclarationOnly: true,
    outDir: '/declarations',
    plugins: [],
  })
  const texts = new Map()
  for (const file of program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(folder))) {
    const name = basename(file.fileName).replace(/\.ts$/, '.d.ts')
    program.emit(file, (_, text) => texts.set(name, withEndings(text)), undefined, true)
    if (name === 'answers.d.ts') texts.set(name, writtenOut(program, file))
  }
  return reachable(texts, 'index.d.ts')
}

/** Only what the public declarations name is part of the package. */
function reachable(texts, name, found = new Map()) {
  if (found.has(name)) return found
  const text = texts.get(name)
  found.set(name, text)
  for (const [, other] of text.matchAll(/'\.\/([\w-]+)\.js'/g)) reachable(texts, `${other}.d.ts`, found)
  return found
}

/** As Node names modules. */
const withEndings = (text) => text.replace(/(['"])\.\/([\w-]+)\1/g, "'./$2.js'")

/** Each exported type as the structure that it comes to. */
function writtenOut(program, file) {
  const checker = program.getTypeChecker()
  const { NoTruncation, InTypeAlias, UseSingleQuotesForStringLiteralType, MultilineObjectLiterals } = ts.TypeFormatFlags
  const flags = NoTruncation | InTypeAlias | UseSingleQuotesForStringLiteralType | MultilineObjectLiterals
  const lines = checker.getExportsOfModule(checker.getSymbolAtLocation(file)).map((symbol) => {
    const original = checker.getAliasedSymbol(symbol)
    const type = checker.typeToString(checker.getDeclaredTypeOfSymbol(original), undefined, flags)
    if (/\bimport\(|\bz\.|\bany\b/.test(type)) throw new Error(`The type ${symbol.name} needs another package: ${type}`)
    return `export type ${symbol.name} = ${type};\n`
  })
  return lines.join('\n')
}

if (process.argv[1] === import.meta.filename) {
  const root = join(import.meta.dirname, '../..')
  await buildClient(root, join(root, '.cache', 'client'))
}
