/**
 * The content security policy of a page: no inline script or style without the nonce, nothing from elsewhere, no frame.
 * `wasm-unsafe-eval` lets the QR decoder compile; it does not allow eval.
 * @param nonce fresh for each answer; left out, only the service's own files run
 * @param dev development only: Next's refresh needs eval and a web socket
 */
export function contentSecurityPolicy(nonce?: string, dev = false): string {
  const own = nonce === undefined ? "'self'" : `'self' 'nonce-${nonce}'`
  return [
    "default-src 'none'",
    `script-src ${own} 'wasm-unsafe-eval'${dev ? " 'unsafe-eval'" : ''}`,
    `style-src ${own}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${dev ? ' ws:' : ''}`,
    "media-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * The security headers of every page. The camera is for scanning QR codes, and for our own pages only.
 * @param nonce as for contentSecurityPolicy
 */
export function pageHeaders(nonce?: string, dev = false): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(nonce, dev),
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }
}
