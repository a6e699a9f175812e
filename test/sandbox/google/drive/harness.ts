import { type GoogleSandbox, SCOPE } from '../../../../sandbox/google/index.ts'

export const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
export const DOCUMENT = 'application/vnd.google-apps.document'
export const READER = [SCOPE.driveReadonly]
export const RUNNER = [SCOPE.driveReadonly, SCOPE.driveFile]

export interface Reply {
  status: number
  headers: Headers
  // The vendor's JSON, or text; each test accesses only the members that it checks.
  body: ReturnType<typeof JSON.parse>
  bytes: Buffer
}

export interface Init {
  method?: string
  /** Sent as JSON unless it is a text or bytes. */
  body?: unknown
  headers?: Record<string, string>
}

export interface Caller {
  readonly token: string
  call(path: string, init?: Init): Promise<Reply>
}

/** Calls the sandbox with a token of this account. */
export function callAs(google: GoogleSandbox, account: string, scopes: readonly string[]): Caller {
  const { token } = google.grant({ account, scopes }).access
  return { token, call: (path, init) => send(new URL(path, google.origin), { authorization: `Bearer ${token}` }, init) }
}

export async function send(url: URL, authorization: Record<string, string>, init: Init = {}): Promise<Reply> {
  const { method = init.body === undefined ? 'GET' : 'POST', body, headers = {} } = init
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  const type: Record<string, string> = isRaw || body === undefined ? {} : { 'content-type': 'application/json' }
  const sent = isRaw ? body : JSON.stringify(body)
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...authorization, ...type, ...headers },
    ...(sent === undefined ? {} : { body: sent as string }),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  const text = bytes.toString()
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text, bytes }
}

/** The reason of a Drive error, or the status of a Docs or Sheets error. */
export function reasonOf({ status, body }: Reply): [number, string] {
  return [status, body?.error?.errors?.[0]?.reason ?? body?.error?.status ?? 'none']
}

/** A multipart/related body with metadata and content. */
export function related(metadata: object, type: string, content: Uint8Array | string, boundary = 'a1b2'): Init {
  const head = `--${boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${JSON.stringify(metadata)}\r\n`
  const body = [head, `--${boundary}\r\nContent-Type: ${type}\r\n\r\n`, content, `\r\n--${boundary}--\r\n`]
  return {
    method: 'POST',
    body: Buffer.concat(body.map((piece) => Buffer.from(piece as string))),
    headers: { 'content-type': `multipart/related; boundary=${boundary}` },
  }
}

/** The texts of all runs in a documents.get response, at any depth. */
export function runsOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return ''
  if ('textRun' in value) return String((value.textRun as { content: string }).content)
  return Object.values(value).map(runsOf).join('')
}

/** The names of all placeholders in a text, in order, each once. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{([^{}]+)\}\}/g)].map(([, name = '']) => name))]
}

export function replaceAll(replacements: Record<string, string>, changes: object = {}): object[] {
  return Object.entries(replacements).map(([text, replaceText]) => ({
    replaceAllText: { containsText: { text, matchCase: true }, replaceText, ...changes },
  }))
}
