/** Lets the app be opened without a connection and take shared pictures. Nothing on a page depends on it. */
export function registerWorker(): void {
  if (!isSecureContext || !('serviceWorker' in navigator)) return
  const register = () =>
    void navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
  // After the page has all that it needs itself.
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}
