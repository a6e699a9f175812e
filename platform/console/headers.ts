import type { Context } from 'koa'

/** What the browser may do on a page of the console: `issuerOrigins` are those of the sign-in. */
export function contentSecurityPolicy(issuerOrigins: readonly string[]): string {
  const issuers = issuerOrigins.join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    // Components set styles of their elements, and e-mails have styles of their own; neither can call anybody.
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    // Icons of applications and people. Pictures of e-mails are held back by the frame that shows them.
    "img-src 'self' data: blob: https: http:",
    `connect-src 'self' ${issuers}`,
    // The issuer renews a session in a hidden frame, and returns to this origin in it.
    `frame-src 'self' ${issuers}`,
    "frame-ancestors 'self'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** Replaces the headers of the API by those of a page. */
export function setPageHeaders(ctx: Context, policy: string): void {
  ctx.set('Content-Security-Policy', policy)
  ctx.set('X-Frame-Options', 'SAMEORIGIN')
  // The window of a sign-in goes to the issuer and returns here. With any other policy it could not report to its opener.
  ctx.set('Cross-Origin-Opener-Policy', 'unsafe-none')
  ctx.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()')
}
