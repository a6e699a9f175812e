import type { Drive, DriveItem } from '../../../../sandbox/microsoft/drive/item.ts'
import { ITEM_PATH, type MicrosoftSandbox } from '../../../../sandbox/microsoft/index.ts'

export const ADA = 'ada@meridian.example'
export const BILAL = 'bilal@meridian.example'
export const OMAR = 'omar@kestrel.example'
export const OWN = ['Files.ReadWrite']
export const FILES = ['Files.ReadWrite', 'Files.Read.All']

export interface Reply {
  status: number
  headers: Headers
  // The vendor's JSON, or text; each test accesses only the members that it checks.
  body: ReturnType<typeof JSON.parse>
  bytes: Buffer
}

export interface Init {
  method?: string
  /** Sent as JSON unless it is bytes. */
  body?: unknown
  headers?: Record<string, string>
}

export interface Caller {
  readonly token: string
  /** `path`: below /v1.0, or an address. */
  call(path: string, init?: Init): Promise<Reply>
}

/** Calls the sandbox with a token of this account. */
export function callAs(microsoft: MicrosoftSandbox, account: string, scopes: readonly string[] = FILES): Caller {
  const { token } = microsoft.grant({ account, scopes }).access
  return { token, call: (path, init) => send(toUrl(microsoft, path), { authorization: `Bearer ${token}` }, init) }
}

function toUrl(microsoft: MicrosoftSandbox, path: string): string {
  return path.startsWith('/') ? `${microsoft.origin}/v1.0${path}` : path
}

/** Calls an address without a token. */
export async function send(url: string, authorization: Record<string, string> = {}, init: Init = {}): Promise<Reply> {
  const { method = init.body === undefined ? 'GET' : 'POST', body, headers = {} } = init
  const isRaw = body instanceof Uint8Array
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

export function codeOf({ status, body }: Reply): [number, string] {
  return [status, body?.error?.code ?? 'none']
}

export function shareToken(url: string): string {
  return `u!${Buffer.from(url).toString('base64url')}`
}

export const IF_NECESSARY = { headers: { prefer: 'redeemSharingLinkIfNecessary' } }

/** `/drives/{id}/items/{id}` */
export function itemPath({ driveId, id }: Pick<DriveItem, 'driveId' | 'id'>): string {
  return `/drives/${driveId}/items/${id}`
}

/** The link by which Bilal shares his plan with the organization. */
export function planLink(microsoft: MicrosoftSandbox): string {
  return microsoft.shareItem(microsoft.readItem(BILAL, ITEM_PATH.plan), { scope: 'organization' }).url
}

export function namesIn(drive: Drive, folder: string): string[] {
  const parent = [...drive.items.values()].find(({ name }) => name === folder)
  const children = [...drive.items.values()].filter(({ parentId }) => parentId === parent?.id)
  return children.map(({ name }) => name).sort()
}
