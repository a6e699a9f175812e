import { randomBytes } from 'node:crypto'
import type { Context } from 'koa'
import type { Hub } from '../hub.ts'
import type { PageHelp } from '../kit/errors.ts'
import { escapeHtml } from '../runtime/escape-html.ts'
import { omitUndefined } from '../runtime/omit.ts'
import { toBasePath } from '../runtime/web-address.ts'

/** The content of a page. */
export interface Page extends Pick<PageHelp, 'quote' | 'link'> {
  status: number
  title: string
  mood: 'good' | 'bad'
  paragraphs: string[]
  /** Whether a successful connection leaves the window open. */
  staysOpen?: boolean
  /** Posted to the window that opened this one, if there is something to tell it. */
  message?: PageMessage
}

/** What the opener learns: of an error, also what this page says, so that it can say the same. */
export interface PageMessage extends Pick<PageHelp, 'link'> {
  type: 'connected' | 'error'
  connectionId?: string
  application?: string
  problem?: string
  title?: string
  paragraphs?: string[]
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

/** Sends a page of the hub. All texts are escaped. */
export function sendPage(ctx: Context, hub: Hub, page: Page): void {
  const { status, title, mood, paragraphs, quote, link, staysOpen, message } = page
  const nonce = randomBytes(16).toString('base64url')
  const basePath = escapeHtml(toBasePath(hub.config.baseUrl))
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
${quoteMarkup(quote)}${linkMarkup(link)}${mood === 'bad' ? `<p class="request">Request ID: ${escapeHtml(ctx.state.requestId)}</p>` : ''}
<button type="button" id="close">Close this window</button>
</main>
<script nonce="${nonce}">${script(omitUndefined({ link, staysOpen, message }), new URL(hub.config.platformUrl).origin)}</script>
</body>
</html>
`
}

function quoteMarkup(quote: Page['quote']): string {
  if (!quote) return ''
  return `<figure><figcaption>${escapeHtml(quote.from)} says:</figcaption><blockquote>${escapeHtml(quote.text)}</blockquote></figure>\n`
}

/** The link is shown in full, so that it can be passed on. */
function linkMarkup(link: Page['link']): string {
  if (!link) return ''
  return `<label for="link">${escapeHtml(link.text)}</label>
<input id="link" readonly value="${escapeHtml(link.url)}">
<p><a href="${escapeHtml(link.url)}">Open it here</a> <button type="button" class="quiet" id="copy">Copy it</button></p>
`
}

/** The message is posted to the platform's origin only. An error page stays open, so that the user can read it. */
function script(
  { link, staysOpen, message }: Pick<Page, 'link' | 'staysOpen' | 'message'>,
  platformOrigin: string,
): string {
  const lines = ["document.getElementById('close').addEventListener('click', () => window.close())"]
  if (link) {
    lines.push(`document.getElementById('copy').addEventListener('click', () => {
  document.getElementById('link').select()
  navigator.clipboard?.writeText(document.getElementById('link').value)
})`)
  }
  if (message) {
    const [data, origin] = [{ source: 'provider-hub', ...message }, platformOrigin].map(toScriptLiteral)
    lines.push(`if (window.opener) window.opener.postMessage(${data}, ${origin})`)
  }
  if (message?.type === 'connected' && !staysOpen) lines.push('setTimeout(() => window.close(), 800)')
  return lines.join('\n')
}

/** JSON that cannot close the script element that contains it. */
function toScriptLiteral(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
