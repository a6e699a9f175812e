import type { DriveItem } from '@microsoft/microsoft-graph-types'
import type { Call } from '../../../src/kit/application.ts'
import { callVendor, type VendorClientOptions, type VendorRequest } from '../../../src/kit/http.ts'
import { readBytes } from '../../../src/kit/response-body.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { type Account, MAX_CONCURRENT_REQUESTS, toAuthorizationHeader } from '../client.ts'
import { readJsonObject, toMicrosoftError } from '../response.ts'
import { type MicrosoftSettings, toEndpoints } from '../settings.ts'
import { toContentAddress } from './addresses.ts'
import { fetchAddress } from './content.ts'

/** Time for the content of a file (ms). */
const CONTENT_TIMEOUT_MS = 60_000

type Headers = Readonly<Record<string, string>>

/** A request for Graph. */
interface GraphRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  headers?: Headers
  body?: string | Uint8Array
}

/** A request that creates something: it is only repeated if Microsoft refused it. */
export interface CreatingRequest extends GraphRequest {
  method: 'POST' | 'PUT'
  body: string | Uint8Array
  /** Called right before the request is sent. */
  begin?: () => void
}

/** A part of a file that is uploaded. */
export interface Range {
  bytes: Uint8Array
  /** Position of its first byte in the file. */
  start: number
  /** Size of the file (bytes). */
  total: number
}

/**
 * Requests for the files of one account, under the hub's retry and concurrency policy. Graph is requested with the access
 * token; the addresses of content that it names are requested without. All methods throw ProviderErrors.
 */
export class FilesClient {
  readonly call: Call<MicrosoftSettings>
  readonly #account: Account
  readonly #pointer: string
  readonly #authorization: string

  /** `pointer` is that of the connection in the hub's request. */
  constructor(account: Account, call: Call<MicrosoftSettings>, pointer: string) {
    this.call = call
    this.#account = account
    this.#pointer = pointer
    this.#authorization = toAuthorizationHeader(account, { tokenPointer: `${pointer}/credential/accessToken` })
  }

  /** The same client with another call, which has a time of its own. */
  withCall(call: Call<MicrosoftSettings>): FilesClient {
    return new FilesClient(this.#account, call, this.#pointer)
  }

  /** The same client, whose requests end when `signal` aborts. */
  stoppedBy(signal: AbortSignal): FilesClient {
    return this.withCall({ ...this.call, budget: this.call.budget.stoppedBy(signal) })
  }

  getJson<Body extends object>(path: string, headers: Headers = {}): Promise<Body> {
    return this.#request({}, async (signal) => readJsonObject<Body>(await this.#fetch({ path, headers }, signal)))
  }

  /** The content of a file. Graph redirects to an address of its own, which is followed once. */
  async getContent(path: string, headers: Headers, maxBytes: number): Promise<Uint8Array> {
    const first = await this.#request({ timeoutMs: CONTENT_TIMEOUT_MS }, async (signal) => {
      const response = await this.#fetch({ path, headers }, signal)
      if (response.status >= 300 && response.status < 400) {
        await response.body?.cancel()
        return toContentAddress(response.headers.get('location'), this.call.settings)
      }
      if (!response.ok) await readJsonObject(response)
      return readBytes(response.body, maxBytes)
    })
    if (!(first instanceof URL)) return first
    return this.#request({ timeoutMs: CONTENT_TIMEOUT_MS }, async (signal) => {
      const response = await fetchAddress(first, { signal })
      return readBytes(response.body, maxBytes)
    })
  }

  /** Sends what creates something, once. */
  create<Body extends object>({ begin, ...request }: CreatingRequest): Promise<Body> {
    return this.#request({ timeoutMs: CONTENT_TIMEOUT_MS, retryable: 'refused' }, async (signal) => {
      begin?.()
      return readJsonObject<Body>(await this.#fetch(request, signal))
    })
  }

  /** Moves an item to the recycle bin. https://learn.microsoft.com/graph/api/driveitem-delete */
  async remove(path: string): Promise<void> {
    await this.#request({}, async (signal) => {
      const response = await this.#fetch({ method: 'DELETE', path }, signal)
      if (!response.ok) await readJsonObject(response)
      await response.body?.cancel()
    })
  }

  /** Uploads a part of a file. The result of the last part is the new item. */
  putRange(address: URL, { bytes, start, total }: Range, begin?: () => void): Promise<DriveItem> {
    return this.#request({ timeoutMs: CONTENT_TIMEOUT_MS, retryable: 'refused' }, async (signal) => {
      begin?.()
      const headers = { 'Content-Range': `bytes ${start}-${start + bytes.length - 1}/${total}` }
      return readJsonObject<DriveItem>(await fetchAddress(address, { method: 'PUT', headers, body: bytes, signal }))
    })
  }

  /** Ends an upload, of which nothing remains. */
  async cancelUpload(address: URL): Promise<void> {
    await this.#request({}, async (signal) => {
      const { body } = await fetchAddress(address, { method: 'DELETE', signal })
      await body?.cancel()
    })
  }

  #fetch({ path, headers, ...request }: GraphRequest, signal: AbortSignal): Promise<Response> {
    const { graph } = toEndpoints(this.call.settings)
    return fetch(`${graph}/v1.0${path}`, {
      ...(request as RequestInit),
      headers: { ...headers, Authorization: this.#authorization },
      redirect: 'manual',
      signal,
    })
  }

  #request<Result>(
    options: Pick<VendorRequest<Result>, 'timeoutMs' | 'retryable'>,
    send: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const clientOptions: VendorClientOptions = {
      vendor: 'Microsoft',
      maxConcurrent: MAX_CONCURRENT_REQUESTS,
      toError: (error) => toFilesError(toMicrosoftError(error, this.call.clock())),
    }
    return callVendor(this.call, clientOptions, { ...options, account: this.#account.email, send })
  }
}

/** Codes that mean a missing mailbox elsewhere mean a missing file here. */
function toFilesError(error: unknown) {
  if (!(error instanceof VendorError) || error.class !== 'mailbox-unavailable') return error as VendorError
  return new VendorError(
    {
      concerns: 'item',
      class: 'not-found',
      retry: false,
      sentence: 'This does not exist at Microsoft, or is no longer shared with this account.',
      next: 'If it was deleted, no action is needed.',
    },
    { at: 'api', status: 404, reasons: error.reasons, cause: error.cause },
  )
}
