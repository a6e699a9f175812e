import { type IncomingHttpHeaders, request } from 'node:http'

/** An answer with everything a test may look at. */
export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  json: () => unknown
}

export interface RequestParts {
  method?: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer
}

/** Sends exactly the headers it is given: `fetch` adds its own, and some of those decide what the hub does. */
export function send(url: string, { method = 'GET', headers = {}, body }: RequestParts = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: () => JSON.parse(text) })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** What a browser says of itself when a person follows a link or is sent on. */
export const NAVIGATION = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  Accept: 'text/html,application/xhtml+xml',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Site': 'cross-site',
  'Sec-Fetch-Dest': 'document',
}

/** A person's browser: navigates, and keeps the cookies it is given. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly #headers: Record<string, string>

  constructor(headers: Record<string, string> = NAVIGATION) {
    this.#headers = headers
  }

  open(url: string, parts: RequestParts = {}): Promise<Answer> {
    return this.#send(url, parts)
  }

  /** Posts a form, as a page would. */
  submit(url: string, fields: Record<string, string>): Promise<Answer> {
    return this.#send(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
  }

  async #send(url: string, parts: RequestParts): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...this.#headers, ...(cookie ? { Cookie: cookie } : {}), ...parts.headers }
    const answer = await send(url, { ...parts, headers })
    for (const line of answer.headers['set-cookie'] ?? []) this.#keep(line)
    return answer
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';')
    const [name = '', value = ''] = pair.split('=')
    if (value === '' || /Max-Age=0/i.test(line)) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}
