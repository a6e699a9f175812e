import { omitUndefined } from '../../src/runtime/omit.ts'
import type { RunError } from '../model/sync.ts'
import type { HttpResponse } from './transport.ts'

/** An unsuccessful response. */
export interface ProviderProblem {
  /** The last segment of the problem's type, which identifies the kind of problem. */
  name?: string
  error: RunError
  /** The complete problem document, if there is one. */
  body?: Readonly<Record<string, unknown>>
}

/** Errors are stored and shown to people, so a provider's texts are truncated. */
const MAX_TEXT_LENGTH = 500
const NO_TYPE = 'about:blank'

/** Parses a problem document (RFC 9457). A response without one is described by its status. */
export function parseProblem({ status, text }: HttpResponse): ProviderProblem {
  const body = parseObject(text)
  const type = nonEmptyText(body?.type)
  const fallback = statusError(status)
  if (!body || (!type && !nonEmptyText(body.title))) return { error: fallback }
  const name = type?.replace(/[?#].*$/, '').match(/([^/]+)\/*$/)?.[1]
  const error = {
    type: type ?? NO_TYPE,
    status,
    title: nonEmptyText(body.title) ?? fallback.title,
    detail: nonEmptyText(body.detail) ?? fallback.detail,
  }
  return omitUndefined({ name, error, body })
}

function statusError(status: number): RunError {
  return platformError('Unexpected response', `The provider responded with status ${status}.`, status)
}

/** An error that the platform itself detected. `status` is that of the provider's response; 0: there was none. */
export function platformError(title: string, detail: string, status = 0): RunError {
  return { type: NO_TYPE, title, detail, status }
}

/** Whether a 401 says that the user's credentials have expired, as opposed to the platform's key being rejected. */
export function isCredentialsExpired({ name, error }: ProviderProblem): boolean {
  return name === 'credentials-expired' || error.title.toLowerCase() === 'credentials expired'
}

/** Redacts the secrets of the request, in case the provider repeated one in its error. */
export function withoutSecrets(error: RunError, secrets: readonly string[]): RunError {
  const redact = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text)
  return { ...error, type: redact(error.type), title: redact(error.title), detail: redact(error.detail) }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function nonEmptyText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  // Truncating may split a character.
  const text = value.replaceAll('\0', '').slice(0, MAX_TEXT_LENGTH).toWellFormed()
  return text === '' ? undefined : text
}
