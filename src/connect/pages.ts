import { randomBytes } from 'node:crypto'
import type { Context } from 'koa'
import type { Hub } from '../hub.ts'
import type { ProviderError } from '../kit/errors.ts'
import type { ServedApplication } from '../registry.ts'
import { escapeHtml } from '../runtime/escape-html.ts'
import { redactText } from '../runtime/redact.ts'

/** Sends the page of a successful connection. It notifies the window that opened it, then closes. */
export function sendSuccessPage(ctx: Context, hub: Hub, served: ServedApplication, connectionId: string): void {
  const { label } = labelOf(hub, served)
  sendPage(ctx, hub, {
    status: 200,
    title: `${label} is connected`,
    mood: 'good',
    paragraphs: ['You can close this window.'],
    message: { type: 'connected', connectionId, application: served.application.name },
  })
}

/** Sends the page of a failed connection: what happened, what to do next, and the id of the request. Logs the error. */
export function sendErrorPage(ctx: Context, hub: Hub, error: ProviderError): void {
  const { requestId, application } = ctx.state
  const fields = { requestId, application, problem: error.problem, err: error.options.cause || undefined }
  if (error.status >= 500) hub.log.error(fields, `connect: ${error.message}`)
  else hub.log.info(fields, `connect: ${error.message}`)
  ctx.state.problem = error.problem
  sendPage(ctx, hub, {
    status: pageStatus(error),
    title: 'Connection failed',
    mood: 'bad',
    paragraphs: [publicDetail(error), nextStep(error)],
    message: { type: 'error', connectionId: ctx.state.connectionId, application: ctx.state.application },
  })
}

/** Sends an application's own form. It may have inline styles, but its scripts do not run and it can only post to this hub. */
export function sendFormPage(ctx: Context, html: string): void {
  ctx.status = 200
  ctx.type = 'html'
  setPageHeaders(ctx)
  ctx.body = html
}

/** Sets the headers of every page: it loads nothing from other origins, cannot be framed and is not cached. */
export function setPageHeaders(ctx: Context, nonce?: string): void {
  const script = nonce ? `'nonce-${nonce}'` : "'none'"
  // Only an application's own form may have inline styles.
  const style = nonce ? "'self'" : "'self' 'unsafe-inline'"
  ctx.set(
    'Content-Security-Policy',
    `default-src 'none'; script-src ${script}; style-src ${style}; img-src 'self'; form-action 'self'; ` +
      "base-uri 'none'; frame-ancestors 'none'",
  )
  ctx.set('X-Frame-Options', 'DENY')
  ctx.set('Cache-Control', 'no-store')
}

interface Page {
  status: number
  title: string
  mood: 'good' | 'bad'
  paragraphs: string[]
  /** Posted to the window that opened this one. */
  message: { type: 'connected' | 'error'; connectionId?: string; application?: string }
}

function sendPage(ctx: Context, hub: Hub, { status, title, mood, paragraphs, message }: Page): void {
  const nonce = randomBytes(16).toString('base64url')
  const basePath = escapeHtml(new URL(hub.config.baseUrl).pathname.replace(/\/+$/, ''))
  ctx.status = status
  ctx.type = 'html'
  setPageHeaders(ctx, nonce)
  ctx.body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${basePath}/icons/provider-hub.svg">
<link rel="stylesheet" href="${basePath}/connect.css">
</head>
<body>
<main class="${mood}">
<h1>${escapeHtml(title)}</h1>
${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')}
${mood === 'bad' ? `<p class="request">Request ID: ${escapeHtml(ctx.state.requestId)}</p>` : ''}
<button type="button" id="close">Close this window</button>
</main>
<script nonce="${nonce}">${script(message, new URL(hub.config.platformUrl).origin)}</script>
</body>
</html>
`
}

/** The message is posted to the platform's origin only. An error page stays open, so that the user can read it. */
function script(message: Page['message'], platformOrigin: string): string {
  const [data, origin] = [{ source: 'provider-hub', ...message }, platformOrigin].map(toScriptLiteral)
  const close = message.type === 'connected' ? 'setTimeout(() => window.close(), 800)' : ''
  return `document.getElementById('close').addEventListener('click', () => window.close())
if (window.opener) window.opener.postMessage(${data}, ${origin})
${close}`
}

/** JSON that cannot close the script element that contains it. */
function toScriptLiteral(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Expired sign-ins are 400, rate limits and unavailable vendors are 502; other errors keep their status. */
function pageStatus(error: ProviderError): number {
  if (error.problem === 'credentials-expired') return 400
  return [429, 503, 504].includes(error.status) ? 502 : error.status
}

/** Names invalid parameters instead of showing their JSON pointers, which mean nothing to a user. */
function publicDetail({ message, options }: ProviderError): string {
  const invalid = new Set(options.errors?.map(({ pointer }) => pointer.replace(/^#\//, '')))
  if (invalid.size === 0) return redactText(message).slice(0, MAX_DETAIL_LENGTH)
  return `The address of this page is incomplete or was changed. Check: ${[...invalid].join(', ')}.`
}

const MAX_DETAIL_LENGTH = 500

function nextStep({ status, problem }: ProviderError): string {
  if (problem === 'scope-required') return 'Connect again and grant the permissions named above.'
  if (status === 500) return 'This is a fault of this service. Report the request ID below to the people who run it.'
  if (status >= 500 || status === 429) return 'Wait a few minutes, then connect again.'
  return 'Close this window and connect again.'
}

function labelOf({ registry }: Hub, { application }: ServedApplication): { label: string } {
  return registry.definition.applications.find(({ name }) => name === application.name) ?? { label: application.name }
}
