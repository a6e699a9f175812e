import { type Answer, type Sound, sound, type Warning } from './answer.ts'
import { type AskOptions, Batches, MOST_IN_BATCH } from './batches.ts'
import { type TokenSource, Tokens } from './tokens.ts'
import { Transport } from './transport.ts'
import type { TypedDocument, VariablesAnd } from './typed-document.ts'

export interface GraphClientOptions extends TokenSource {
  /** The platform's address, such as https://graph.example. */
  url: string
  /** In whose zone a day begins and a task is due: an IANA name. UTC unless given. */
  timeZone?: string | undefined
  locale?: string | undefined
  /** Names the calling application and its version. */
  clientVersion?: string | undefined
  /** Hears what answers say beside their data. */
  onWarning?: ((warning: Warning) => void) | undefined
  /** Operations that may share a request; 1: each goes alone. */
  batchSize?: number | undefined
  fetch?: typeof globalThis.fetch | undefined
}

/** Beside the variables of a request. */
export type RequestOptions = AskOptions

const PATH = 'api/v1/graph'

/** Asks the graph API. Answers are plain data: what a document does not select is not there, and is never loaded later. */
export class GraphClient {
  /** Where operations go. */
  readonly endpoint: string
  readonly tokens: Tokens
  /** What is said with every request beside its token. */
  readonly headers: Readonly<Record<string, string>>
  readonly #batches: Batches
  readonly #onWarning: (warning: Warning) => void

  constructor(options: GraphClientOptions) {
    const { url, fetch = (...request) => globalThis.fetch(...request), onWarning = () => {} } = options
    this.endpoint = new URL(PATH, url.endsWith('/') ? url : `${url}/`).href
    this.tokens = new Tokens(options)
    this.headers = headersOf(options)
    const { endpoint, tokens, headers } = this
    const transport = new Transport({ endpoint, tokens, headers, fetch })
    const send = transport.send.bind(transport)
    this.#batches = new Batches(send, Math.max(1, options.batchSize ?? MOST_IN_BATCH))
    this.#onWarning = onWarning
  }

  /**
   * The data of an operation. Throws GraphRequestError, also when only a part failed; SignInRequired when the token was
   * refused, and the refreshed one too; what the signal was aborted with.
   */
  async request<Result, Variables>(
    document: TypedDocument<Result, Variables>,
    ...rest: VariablesAnd<Variables, RequestOptions>
  ): Promise<Result> {
    return (await this.answer(document, ...rest)).data
  }

  /** The same, with the warnings of this answer. */
  async answer<Result, Variables>(
    document: TypedDocument<Result, Variables>,
    ...[variables, options]: VariablesAnd<Variables, RequestOptions>
  ): Promise<Sound<Result>> {
    const answer = await this.#batches.ask({ query: document.toString(), variables }, options)
    return this.#heard(answer)
  }

  #heard<Result>(answer: Answer): Sound<Result> {
    for (const warning of answer.warnings) this.#onWarning(warning)
    return sound(answer)
  }
}

function headersOf({ timeZone, locale, clientVersion }: GraphClientOptions): Record<string, string> {
  return {
    ...(timeZone ? { 'x-user-timezone': timeZone } : {}),
    ...(locale ? { 'x-user-locale': locale } : {}),
    ...(clientVersion ? { 'x-user-client-version': clientVersion } : {}),
  }
}
