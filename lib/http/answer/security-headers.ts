/** The permissions of a page beyond those of every page. */
interface PageAllowances {
  /** Only where QR codes are read: the camera, and compiling the decoder, which is WebAssembly. */
  scanner?: boolean
}

/**
 * The content security policy of a page: no inline script or style without the nonce, nothing from elsewhere, no frame.
 * `wasm-unsafe-eval`, which lets the QR decoder compile and does not allow eval, stands only where it runs.
 * @param nonce fresh for each answer; left out, only the service's own files run
 */
function contentSecurityPolicy(nonce?: string, { scanner }: PageAllowances = {}): string {
  const own = nonce === undefined ? "'self'" : `'self' 'nonce-${nonce}'`
  return `default-src 'none'; script-src ${own}${scanner ? " 'wasm-unsafe-eval'" : ''}; style-src ${own}; ${SAME_FOR_ALL}`
}

const SAME_FOR_ALL = [
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The security headers of every page. The camera is for reading QR codes, and for our own page that does so only.
 * @param nonce as for contentSecurityPolicy
 */
export function pageHeaders(nonce?: string, allowances: PageAllowances = {}): Record<string, string> {
  const camera = allowances.scanner ? 'camera=(self)' : 'camera=()'
  return {
    'content-security-policy': contentSecurityPolicy(nonce, allowances),
    'referrer-policy': 'no-referrer',
    'permissions-policy': `${camera}, microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()`,
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }
}
