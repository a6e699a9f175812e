import { randomBytes } from 'node:crypto'
import type { Context } from 'koa'
import type { Hub } from '../hub.ts'
import type { ProviderError } from '../kit/errors.ts'
import type { Served } from '../registry.ts'
import { escapeHtml } from '../runtime/escape-html.ts'
import { redactText } from '../runtime/redact.ts'

/** The page after a connection was made: tells the window that opened it, then closes. */
export function successPage(ctx: Context, hub: Hub, served: Served, connectionId: string): void {
  const { label } = labelOf(hub, served)
  page(ctx, hub, {
    status: 200,
    title: `${label} is connected`,
    mood: 'good',
    paragraphs: ['You can close this window.'],
    message: { type: 'connected', connectionId, application: served.application.name },
  })
}

/** The page of a connection that failed: what happened, whose move it is, and a number to ask about. */
export function errorPage(ctx: Context, hub: Hub, error: ProviderError): void {
  const fields = { requestId: ctx.state.requestId, application: ctx.state.application, problem: error.problem }
  const cause = error.parts.cause
  if (error.status >= 500) hub.log.error({ ...fields, ...(cause ? { err: cause } : {}) }, `connect: ${error.message}`)
  else hub.log.info({ ...fields, ...(cause ? { err: cause } : {}) }, `connect: ${error.message}`)
  ctx.state.problem = error.problem
  page(ctx, hub, {
    status: pageStatus(error),
    title: 'The connection was not made',
    mood: 'bad',
    paragraphs: [publicDetail(error), whoseMove(error)],
    message: { type: 'error', connectionId: ctx.state.connectionId, application: ctx.state.application },
  })
}

/** A form of an application's own; it may be styled, but holds no script and posts only to this provider. */
export function formPage(ctx: Context, html: string): void {
  ctx.status = 200
  ctx.type = 'html'
  pageHeaders(ctx)
  ctx.body = html
}

/** Headers of every page: nothing from elsewhere runs, frames it or learns its address. */
export function pageHeaders(ctx: Context, nonce?: string): void {
  const script = nonce ? `'nonce-${nonce}'` : "'none'"
  // Only an application's own form may bring styles of its own along.
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
  /** Told to the window that opened this one. */
  message: { type: 'connected' | 'error'; connectionId?: string; application?: string }
}

function page(ctx: Context, hub: Hub, { status, title, mood, paragraphs, message }: Page): void {
  const nonce = randomBytes(16).toString('base64url')
  const below = escapeHtml(new URL(hub.config.baseUrl).pathname.replace(/\/+$/, ''))
  ctx.status = status
  ctx.type = 'html'
  pageHeaders(ctx, nonce)
  ctx.body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${below}/icons/provider-hub.svg">
<link rel="stylesheet" href="${below}/connect.css">
</head>
<body>
<main class="${mood}">
<h1>${escapeHtml(title)}</h1>
${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')}
${mood === 'bad' ? `<p class="request">Request ${escapeHtml(ctx.state.requestId)}</p>` : ''}
<button type="button" id="close">Close this window</button>
</main>
<script nonce="${nonce}">${script(message, new URL(hub.config.platformUrl).origin)}</script>
</body>
</html>
`
}

/** Only the platform's origin may hear the message, and a window that failed stays open to be read. */
function script(message: Page['message'], platformOrigin: string): string {
  const [told, origin] = [{ source: 'provider-hub', ...message }, platformOrigin].map(asScript)
  const close = message.type === 'connected' ? 'setTimeout(() => window.close(), 800)' : ''
  return `document.getElementById('close').addEventListener('click', () => window.close())
if (window.opener) window.opener.postMessage(${told}, ${origin})
${close}`
}

/** JSON that cannot end the script element it stands in. */
function asScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** A page is for people: dead codes and denials are 400, the rest keeps its status. */
function pageStatus(error: ProviderError): number {
  if (error.problem === 'credentials-expired') return 400
  return [429, 503, 504].includes(error.status) ? 502 : error.status
}

/** What went wrong inside is nobody's business but the log's, and a pointer into a request says nothing to a person. */
function publicDetail({ message, parts }: ProviderError): string {
  const wrong = new Set(parts.errors?.map(({ pointer }) => pointer.replace(/^#\//, '')))
  if (wrong.size === 0) return redactText(message).slice(0, LONGEST_DETAIL)
  return `The address of this page is not complete, or was changed on its way: ${[...wrong].join(', ')}.`
}

const LONGEST_DETAIL = 500

function whoseMove({ status, problem }: ProviderError): string {
  if (problem === 'scope-required') return 'It is your move: connect again and allow what is named above.'
  if (status === 500)
    return 'It is not your fault: whoever runs this service has to repair it. Give them the number below.'
  if (status >= 500 || status === 429) return 'It is nobody’s fault for certain: wait a few minutes and connect again.'
  return 'It is your move: close this window and connect again.'
}

function labelOf({ registry }: Hub, { application }: Served): { label: string } {
  return registry.definition.applications.find(({ name }) => name === application.name) ?? { label: application.name }
}
