import type { RunError } from '../model/sync.ts'
import type { HttpAnswer } from './transport.ts'

/** An answer that is no success, as far as it can be understood. */
export interface ProviderProblem {
  /** The last segment of its type, by which kinds of problems are told apart. */
  name?: string
  error: RunError
  body?: Readonly<Record<string, unknown>>
}

/** Problems are told to people and kept, so what a provider writes has bounds. */
const LONGEST_TEXT = 500
const NO_TYPE = 'about:blank'

/** Reads a problem (RFC 9457); an answer that holds none is described by its status. */
export function readProblem({ status, text }: HttpAnswer): ProviderProblem {
  const body = parseObject(text)
  const type = textOf(body?.type)
  if (!body || (!type && !textOf(body.title))) return { error: plainError(status) }
  const name = type?.replace(/[?#].*$/, '').match(/([^/]+)\/*$/)?.[1]
  const plain = plainError(status)
  const error = {
    ...{ type: type ?? NO_TYPE, status },
    title: textOf(body.title) ?? plain.title,
    detail: textOf(body.detail) ?? plain.detail,
  }
  return { ...(name ? { name } : {}), error, body }
}

function plainError(status: number): RunError {
  return platformError('Unexpected answer', `The provider answered with status ${status}.`, status)
}

/** An error that the platform itself found. `status` is what the provider answered; 0: nothing. */
export function platformError(title: string, detail: string, status = 0): RunError {
  return { type: NO_TYPE, title, detail, status }
}

/** The credentials are dead, and not just the platform's key refused: only then is the user asked to sign in again. */
export function isCredentialsExpired({ name, error }: ProviderProblem): boolean {
  return name === 'credentials-expired' || error.title.toLowerCase() === 'credentials expired'
}

/** The same error without the secrets that went out with the request, should the provider repeat one. */
export function withoutSecrets(error: RunError, secrets: readonly string[]): RunError {
  const clean = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text)
  return { ...error, type: clean(error.type), title: clean(error.title), detail: clean(error.detail) }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, LONGEST_TEXT) : undefined
}
