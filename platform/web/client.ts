import type { IncomingHttpHeaders } from 'node:http'
import { Agent, request } from 'undici'
import { parseRetryAfter } from '../../src/runtime/retry-after.ts'
import { ACCEPTED_ENCODINGS, type Body, readBody } from './body.ts'
import { createConnector, type Resolve, resolveWithSystem } from './connector.ts'
import { FetchFailure, refused } from './errors.ts'
import type { WebOptions } from './options.ts'
import { parseFetchUrl } from './url-guard.ts'

/** The name by which robots.txt files may address the platform. */
export const ROBOT_NAME = 'ProviderHub'

export interface WebClientOptions extends Pick<WebOptions, 'allowedHosts' | 'limits'> {
  /** Where the owners of sites learn who fetches their pages; part of the User-Agent header. */
  publicUrl: string | undefined
  /** Defaults to the resolver of the system. */
  resolve?: Resolve
  /** Epoch ms. */
  now: () => number
}

export interface WebRequest {
  url: string
  /** Media types of bodies that are read, such as `text/html`. */
  mediaTypes: ReadonlySet<string>
  headers?: Readonly<Record<string, string>>
  /** Called with each URL, that of every redirect too, before it is requested. May throw FetchFailure. */
  beforeRequest?: (url: URL) => Promise<void>
}

export interface WebResponse extends Body {
  /** The URL after all redirects. */
  url: URL
  mediaType: string
  /** The charset parameter of the Content-Type. */
  charset: string | undefined
  headers: IncomingHttpHeaders
  /** The server says that nothing has changed since the earlier response that the request names. */
  isUnchanged: boolean
}

const MAX_HEADER_BYTES = 16_384
/** A longer wait than this (a day, in ms) is not granted to a server. */
const MAX_RETRY_AFTER_MS = 86_400_000
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
/** Statuses after which a later attempt may succeed, besides those from 500. */
const TEMPORARY: ReadonlySet<number> = new Set([408, 421, 425, 429])

/**
 * Fetches documents from the open web, which is hostile: only public addresses, limited in time and size, without cookies
 * or credentials. All failures are FetchFailures.
 */
export class WebClient {
  readonly #options: WebClientOptions
  readonly #agent: Agent
  readonly #userAgent: string

  constructor(options: WebClientOptions) {
    const { allowedHosts, limits, publicUrl, resolve = resolveWithSystem } = options
    this.#options = options
    this.#userAgent = `Mozilla/5.0 (compatible; ${ROBOT_NAME}/1.0${publicUrl === undefined ? '' : `; +${publicUrl}`})`
    this.#agent = new Agent({
      connect: createConnector({ resolve, allowedHosts, timeoutMs: limits.connectTimeoutMs }),
      connections: 1,
      pipelining: 0,
      keepAliveTimeout: 1,
      keepAliveMaxTimeout: 1,
      maxHeaderSize: MAX_HEADER_BYTES,
    })
  }

  /** Requests a URL and follows its redirects, each of which is checked like the first one. */
  async get({ url: text, beforeRequest, ...rest }: WebRequest): Promise<WebResponse> {
    const { allowedHosts, limits } = this.#options
    let url = parseFetchUrl(text, allowedHosts)
    for (let redirects = 0; redirects <= limits.maxRedirects; redirects += 1) {
      await beforeRequest?.(url)
      const result = await this.#request(url, rest)
      if (!('location' in result)) return result
      url = parseFetchUrl(result.location, allowedHosts, url)
    }
    throw refused('it redirects too often')
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }

  async #request(
    url: URL,
    { mediaTypes, headers }: Omit<WebRequest, 'url' | 'beforeRequest'>,
  ): Promise<WebResponse | { location: string }> {
    const { limits, now } = this.#options
    const signal = AbortSignal.timeout(limits.timeoutMs)
    try {
      const response = await request(url, {
        dispatcher: this.#agent,
        signal,
        headers: {
          'user-agent': this.#userAgent,
          accept: [...mediaTypes, '*/*;q=0.1'].join(', '),
          'accept-encoding': ACCEPTED_ENCODINGS,
          ...headers,
        },
      })
      const { statusCode, headers: received, body } = response
      // Destroying a body that nobody reads emits an error.
      body.on('error', () => undefined)
      const location = textOf(received.location)
      const isUnchanged = statusCode === 304
      const type = parseContentType(textOf(received['content-type']))
      if (statusCode !== 200 || !mediaTypes.has(type.mediaType)) body.destroy()
      if (REDIRECTS.has(statusCode) && location) return { location }
      if (isUnchanged)
        return { url, ...type, headers: received, isUnchanged, bytes: Buffer.alloc(0), isTruncated: false }
      if (statusCode !== 200) throw toStatusFailure(statusCode, textOf(received['retry-after']), now())
      if (!mediaTypes.has(type.mediaType))
        throw refused(`its media type is ${type.mediaType.slice(0, 60) || 'missing'}`)
      const read = await readBody(body, textOf(received['content-encoding']) ?? '', limits.maxBodyBytes)
      return { url, ...type, headers: received, isUnchanged, ...read }
    } catch (cause) {
      throw toFailure(cause, signal)
    }
  }
}

function toStatusFailure(status: number, header: string | undefined, now: number): FetchFailure {
  const wait = parseRetryAfter(header, now)
  const retryAfter = wait === undefined ? undefined : Math.min(wait, MAX_RETRY_AFTER_MS)
  return new FetchFailure(`the status is ${status}`, {
    isTemporary: status >= 500 || TEMPORARY.has(status),
    retryAfter,
  })
}

/** A refusal may be the cause of the error of a connection. */
function toFailure(cause: unknown, signal: AbortSignal): FetchFailure {
  for (let error = cause; error instanceof Error; error = error.cause) if (error instanceof FetchFailure) return error
  if (signal.aborted) return new FetchFailure('it took too long', { isTemporary: true, cause })
  const { code = 'unknown error' } = cause as NodeJS.ErrnoException
  return new FetchFailure(`the connection failed: ${code}`, { isTemporary: true, cause })
}

function parseContentType(header = ''): { mediaType: string; charset: string | undefined } {
  const [mediaType = '', ...parameters] = header.split(';')
  const [, charset] =
    /^\s*charset\s*=\s*"?([^"]*)"?/i.exec(parameters.find((text) => /^\s*charset\s*=/i.test(text)) ?? '') ?? []
  return { mediaType: mediaType.trim().toLowerCase(), charset: charset?.trim() }
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
