import { type BatchOptions, BatchQueue, MAX_BATCH_SIZE } from './batching.ts'
import { type OperationResult, type SuccessfulResult, unwrap, type Warning } from './result.ts'
import { type TokenSource, Tokens } from './tokens.ts'
import { Transport } from './transport.ts'
import type { TypedDocument, VariablesAnd } from './typed-document.ts'

export interface GraphClientOptions extends TokenSource {
  /** The platform's URL, such as https://graph.example.com. */
  url: string
  /** IANA name of the time zone in which days begin and tasks are due. Default UTC. */
  timeZone?: string | undefined
  locale?: string | undefined
  /** Name and version of the calling application. */
  clientVersion?: string | undefined
  /** Called with the warnings of every result. */
  onWarning?: ((warning: Warning) => void) | undefined
  /** Maximum number of operations that share a request. 1 sends each one separately. */
  batchSize?: number | undefined
  fetch?: typeof globalThis.fetch | undefined
}

export type RequestOptions = BatchOptions

const PATH = 'api/v1/graph'

/** Executes operations of the graph API. Results are plain data with the fields that the document selects. */
export class GraphClient {
  /** The URL that operations are posted to. */
  readonly endpoint: string
  readonly tokens: Tokens
  /** Sent with every request, besides the token. */
  readonly headers: Readonly<Record<string, string>>
  readonly #batches: BatchQueue
  readonly #onWarning: (warning: Warning) => void

  constructor(options: GraphClientOptions) {
    const { url, fetch = (...request) => globalThis.fetch(...request), onWarning = () => {} } = options
    this.endpoint = new URL(PATH, url.endsWith('/') ? url : `${url}/`).href
    this.tokens = new Tokens(options)
    this.headers = toHeaders(options)
    const { endpoint, tokens, headers } = this
    const transport = new Transport({ endpoint, tokens, headers, fetch })
    const send = transport.send.bind(transport)
    this.#batches = new BatchQueue(send, Math.max(1, options.batchSize ?? MAX_BATCH_SIZE))
    this.#onWarning = onWarning
  }

  /**
   * Executes an operation and returns its data. Throws GraphRequestError, also when only a part failed; SignInRequired
   * when both the token and the refreshed one were rejected; the signal's reason when it is aborted.
   */
  async request<Result, Variables>(
    document: TypedDocument<Result, Variables>,
    ...rest: VariablesAnd<Variables, RequestOptions>
  ): Promise<Result> {
    return (await this.execute(document, ...rest)).data
  }

  /** Like `request`, but returns the warnings of the result too. */
  async execute<Result, Variables>(
    document: TypedDocument<Result, Variables>,
    ...[variables, options]: VariablesAnd<Variables, RequestOptions>
  ): Promise<SuccessfulResult<Result>> {
    const result = await this.#batches.enqueue({ query: document.toString(), variables }, options)
    return this.#unwrap(result)
  }

  #unwrap<Result>(result: OperationResult): SuccessfulResult<Result> {
    for (const warning of result.warnings) this.#onWarning(warning)
    return unwrap(result)
  }
}

function toHeaders({ timeZone, locale, clientVersion }: GraphClientOptions): Record<string, string> {
  const headers: Record<string, string> = {}
  if (timeZone) headers['x-user-timezone'] = timeZone
  if (locale) headers['x-user-locale'] = locale
  if (clientVersion) headers['x-user-client-version'] = clientVersion
  return headers
}
