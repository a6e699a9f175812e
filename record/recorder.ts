import { omitUndefined } from '../src/runtime/omit.ts'
import type { Recording } from '../src/testing/recordings.ts'
import type { Exchange } from './proxy.ts'
import { Scrubber } from './scrub.ts'

/** A request and its response in nock's format. `authorization` says only which scheme was used. */
export type RecordedExchange = Recording & { response: unknown }

/** Request headers that change what a vendor does. */
const REQUEST_HEADERS = /^(accept|content-type|prefer|if-(none-)?match|consistencylevel|sforce-.+|x-sfdc-.+)$/
/** Response headers that the hub reads. */
const RESPONSE_HEADERS = /^(content-type|retry-after|www-authenticate|location|sforce-limit-info)$/

/** Keeps exchanges without personal data and without secrets. */
export class Recorder {
  readonly exchanges: RecordedExchange[] = []
  readonly #scrubber = new Scrubber()

  readonly add = (exchange: Exchange): void => {
    const { method, path, requestHeaders, requestBody, status, responseHeaders, responseBody } = exchange
    this.exchanges.push(
      omitUndefined({
        scope: 'http://vendor.example',
        method,
        path: this.#scrubber.path(path),
        reqheaders: this.#requestHeaders(requestHeaders),
        body: requestBody.length > 0 ? this.#scrub(requestBody, requestHeaders['content-type']) : undefined,
        status,
        response: this.#scrub(responseBody, responseHeaders['content-type']),
        rawHeaders: this.#responseHeaders(responseHeaders),
      }),
    )
  }

  #requestHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
    const { authorization } = headers
    const scheme = authorization && `${authorization.split(' ')[0]} *`
    return { ...select(headers, REQUEST_HEADERS), ...omitUndefined({ authorization: scheme }) }
  }

  #responseHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
    const selected = select(headers, RESPONSE_HEADERS)
    return selected.location ? { ...selected, location: this.#scrubber.address(selected.location) } : selected
  }

  #scrub(body: Buffer, contentType = ''): unknown {
    if (body.length === 0) return ''
    if (contentType.startsWith('application/x-www-form-urlencoded')) {
      return this.#scrubber.value(Object.fromEntries(new URLSearchParams(body.toString())))
    }
    try {
      return this.#scrubber.value(JSON.parse(body.toString()))
    } catch {
      return '(not JSON)'
    }
  }
}

function select(headers: Readonly<Record<string, string>>, names: RegExp): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => names.test(name)))
}
