import { type IncomingHttpHeaders, request } from 'node:http'
import { omitUndefined } from '../../src/runtime/omit.ts'

/** An HTTP response. */
export interface HttpResponse {
  status: number
  headers: IncomingHttpHeaders
  text: string
  json: () => unknown
}

export interface HttpRequestOptions {
  method?: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer
}

/** Sends a request with exactly these headers: `fetch` adds headers that change what the hub does. */
export function send(
  url: string,
  { method = 'GET', headers = {}, body }: HttpRequestOptions = {},
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: () => JSON.parse(text) })
      })
    })
    clientRequest.on('error', reject)
    clientRequest.end(body)
  })
}

/** The headers of a browser that follows a link or a redirect. */
export const NAVIGATION = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  Accept: 'text/html,application/xhtml+xml',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Site': 'cross-site',
  'Sec-Fetch-Dest': 'document',
}

/** A browser: navigates and stores cookies. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly #headers: Record<string, string>

  constructor(headers: Record<string, string> = NAVIGATION) {
    this.#headers = headers
  }

  open(url: string, options: HttpRequestOptions = {}): Promise<HttpResponse> {
    return this.#send(url, options)
  }

  /** Posts a form. */
  submit(url: string, fields: Record<string, string>): Promise<HttpResponse> {
    return this.#send(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
  }

  async #send(url: string, options: HttpRequestOptions): Promise<HttpResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...this.#headers, ...omitUndefined({ Cookie: cookie || undefined }), ...options.headers }
    const response = await send(url, { ...options, headers })
    for (const line of response.headers['set-cookie'] ?? []) this.#storeCookie(line)
    return response
  }

  #storeCookie(line: string): void {
    const [pair = ''] = line.split(';')
    const [name = '', value = ''] = pair.split('=')
    if (value === '' || /Max-Age=0/i.test(line)) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}
