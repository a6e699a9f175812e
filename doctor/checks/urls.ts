import type { Reporter } from '../finding.ts'

const LOCAL = /^(localhost|127\.|\[::1\])/

/** A public URL must be https: cookies are then marked Secure, and vendors refuse to redirect to anything else. */
export function checkPublicUrl(report: Reporter, name: string, text: string, purpose: string): void {
  const { protocol, hostname } = new URL(text)
  if (protocol === 'https:') report.ok(name, `${text}: ${purpose}`)
  else if (LOCAL.test(hostname)) report.warning(name, `${text} can be reached from this machine only`, HTTPS)
  else report.error(name, `${text} is not https`, HTTPS)
}

const HTTPS = 'For people other than yourself, set it to the https URL of the proxy in front.'
