import type { Context } from 'koa'
import { createCall, type Responder } from '../dispatch.ts'
import type { Hub } from '../hub.ts'
import { ProviderError, ValidationError } from '../kit/errors.ts'
import { isCompressed, readBytes, UnreadableBodyError } from '../runtime/json-body.ts'
import { toBasePath } from '../runtime/web-address.ts'
import { withErrorPage } from './error-page.ts'
import { setPageHeaders } from './html.ts'
import { sendFormPage } from './pages.ts'
import { methodsOf, readState } from './state.ts'

/** Maximum size of a posted form (bytes). */
const MAX_FORM_BYTES = 64 * 1024

/** POST /:application/key: tries the key of a form, and continues at /auth/callback with the sealed key. */
export const submitKey: Responder = (ctx, hub) => withErrorPage(ctx, hub, () => submit(ctx, hub))

/** GET /:application/key: a form is posted, so that no key is ever part of a URL. */
export const refuseKeyInUrl: Responder = (ctx, hub) => {
  return withErrorPage(ctx, hub, async () => {
    ctx.set('Allow', 'POST')
    throw new ProviderError(405, 'method-not-allowed', 'This address takes a posted form. Start the connection again.')
  })
}

async function submit(ctx: Context, hub: Hub): Promise<void> {
  const served = hub.registry.get(String(ctx.params.application))
  const handle = methodsOf(served, hub).includes('key') ? served.application.auth?.submitKey : undefined
  if (!handle) throw new ProviderError(404, 'not-found', 'There is no form for a key of this application.')
  refuseOtherSites(ctx)
  const form = await readForm(ctx)
  const { state, connectionId, served: named } = readState(form.get('state'), hub)
  if (named !== served) throw ValidationError.at('#/state', 'belongs to another application.')
  ctx.state.connectionId = connectionId
  const nonce = await hub.attempts.continue(ctx, state)
  if (!hub.keyForms.allows(ctx.req.socket.remoteAddress ?? '', hub.clock())) throw tooManyForms()
  const { name } = served.application
  const result = await handle({ connectionId, application: name, state, nonce, form }, createCall(ctx, hub, served))
  if (result.type === 'form') return sendFormPage(ctx, result.html, result.status)
  const code = hub.sealedKeys.put(ctx, result.code)
  setPageHeaders(ctx)
  ctx.status = 303
  ctx.redirect(`${toBasePath(hub.config.baseUrl)}/auth/callback?${new URLSearchParams({ state, code })}`)
}

/** Only the hub's own page posts its form. The page of another site would use the network and the cookies of its visitor. */
function refuseOtherSites(ctx: Context): void {
  if (['', 'same-origin', 'none'].includes(ctx.get('Sec-Fetch-Site'))) return
  throw new ValidationError('This form was sent by the page of another site. Start the connection again.')
}

function tooManyForms(): ProviderError {
  const page = { next: 'Wait a minute, go back and press Connect again.' }
  return new ProviderError(503, 'unavailable', 'Too many keys are being tried at the moment. Nothing was saved.', {
    page,
  })
}

/**
 * Reads the posted form with the parser of Node's `Request`: it takes a whole body and no stream, which is enough for one
 * that is small, and saves a library. The form goes to the application only, never to `ctx`, which the log shows.
 */
async function readForm(ctx: Context): Promise<FormData> {
  if (isCompressed(ctx) || !ctx.is('multipart/form-data', 'application/x-www-form-urlencoded')) {
    throw new ProviderError(415, 'unsupported-media-type', 'Send the form as multipart/form-data.')
  }
  const body = await readBody(ctx)
  try {
    const headers = { 'content-type': ctx.get('Content-Type') }
    return await new Request('http://localhost', { method: 'POST', headers, body: Buffer.from(body) }).formData()
  } catch {
    throw ValidationError.at('#', 'the form cannot be read.')
  }
}

async function readBody(ctx: Context): Promise<Uint8Array> {
  try {
    if ((ctx.request.length ?? 0) > MAX_FORM_BYTES) throw new UnreadableBodyError('too-large')
    return await readBytes(ctx.req, MAX_FORM_BYTES)
  } catch (error) {
    if (!(error instanceof UnreadableBodyError)) throw error
    if (error.reason === 'aborted') throw ValidationError.at('#', 'the form ended early.')
    const page = { next: 'Go back and enter the key only: a text file in PEM or JSON format has a few kilobytes.' }
    throw new ProviderError(413, 'payload-too-large', `A form may have at most ${MAX_FORM_BYTES} bytes.`, { page })
  }
}
