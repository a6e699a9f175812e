import type { Context } from 'koa'
import type { ConnectedProviderRegistration } from '../contract/index.ts'
import type { Hub } from '../hub.ts'
import type { ProviderError } from '../kit/errors.ts'
import { describeCertificateEnd } from '../kit/key-connections/certificate-end.ts'
import { toSafeQuote } from '../kit/oauth/quote.ts'
import type { ServedApplication } from '../registry.ts'
import { omitUndefined } from '../runtime/omit.ts'
import { redactText } from '../runtime/redact.ts'
import { sendPage, setPageHeaders } from './html.ts'

/**
 * Sends the page of a successful connection. It notifies the window that opened it, then closes, unless it
 * has to be read: it says when the certificate of a key ends.
 */
export function sendSuccessPage(
  ctx: Context,
  hub: Hub,
  served: ServedApplication,
  { connectionId, credential }: ConnectedProviderRegistration,
): void {
  const { label } = labelOf(hub, served)
  const note = describeCertificateEnd(credential)
  sendPage(ctx, hub, {
    status: 200,
    title: `${label} is connected`,
    mood: 'good',
    paragraphs: [...(note ? [note] : []), 'You can close this window.'],
    staysOpen: note !== undefined,
    message: { type: 'connected', connectionId, application: served.application.name },
  })
}

/** Sends the page for an administrator who has approved an application. */
export function sendApprovalPage(ctx: Context, hub: Hub, served: ServedApplication): void {
  const { label } = labelOf(hub, served)
  sendPage(ctx, hub, {
    status: 200,
    title: `${label} is approved`,
    mood: 'good',
    paragraphs: [
      'The people of your organization can connect their accounts now. Nothing was connected with this window.',
      'You can close it.',
    ],
  })
}

/** Sends the page of a failed connection: what happened, what to do next, and the id of the request. Logs the error. */
export function sendErrorPage(ctx: Context, hub: Hub, error: ProviderError): void {
  const { requestId, application } = ctx.state
  const fields = { requestId, application, problem: error.problem, err: error.options.cause || undefined }
  if (error.status >= 500) hub.log.error(fields, `connect: ${error.message}`)
  else hub.log.info(fields, `connect: ${error.message}`)
  ctx.state.problem = error.problem
  const title = error.options.page?.title ?? 'Connection failed'
  const paragraphs = [publicDetail(error), nextStep(error)]
  const link = omitUndefined({ link: error.options.page?.link })
  const { connectionId } = ctx.state
  sendPage(ctx, hub, {
    status: pageStatus(error),
    title,
    mood: 'bad',
    paragraphs,
    ...omitUndefined({ quote: toSafeQuote(error.options.page?.quote) }),
    ...link,
    message: { type: 'error', connectionId, application, problem: error.problem, title, paragraphs, ...link },
  })
}

/** Sends an application's own form. It may have inline styles, but its scripts do not run and it can only post to this hub. */
export function sendFormPage(ctx: Context, html: string, status = 200): void {
  ctx.status = status
  ctx.type = 'html'
  setPageHeaders(ctx)
  ctx.body = html
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

function nextStep({ status, problem, options }: ProviderError): string {
  if (options.page?.next) return options.page.next
  if (problem === 'scope-required') return 'Close this window. Connect again as soon as that is resolved.'
  if (status === 500) return 'This is a fault of this service. Report the request ID below to the people who run it.'
  if (status >= 500 || status === 429) return 'Wait a few minutes, then connect again.'
  return 'Close this window and connect again.'
}

function labelOf({ registry }: Hub, { application }: ServedApplication): { label: string } {
  return registry.definition.applications.find(({ name }) => name === application.name) ?? { label: application.name }
}
