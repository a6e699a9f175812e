import { createHash } from 'node:crypto'
import { OpaqueTokens } from '../../core/opaque-tokens.ts'
import { Quota } from '../../core/quota.ts'
import type { MicrosoftSettings } from '../settings.ts'
import type { Drive, DriveItem, ItemPermission, SharingLink } from './item.ts'
import type { UploadState } from './upload-state.ts'

/** A request of OneDrive, or to one of the addresses that it returns. */
export interface FileCall {
  /** Epoch ms of the sandbox. */
  readonly time: number
  /** Such as `items.content`, `shares.driveItem`, `download`, `monitor` or `upload`. */
  readonly method: string
  /** Undefined without a valid token. */
  readonly account: string | undefined
  readonly scopes: readonly string[]
  /** Hash of the access token (`fingerprint`); undefined if the request had none. */
  readonly token: string | undefined
  readonly prefer: string | undefined
  readonly status: number
  /** `<driveId>/<itemId>` of the items that it reached. */
  readonly items: readonly string[]
}

/** A copy that is under way. */
export interface CopyMonitor {
  polls: number
  readonly resourceId: string
  readonly failure: { code: string; message: string } | undefined
}

/** All drives, with sharing links and what is under way. */
export class Drives {
  readonly all = new Map<string, Drive>()
  readonly links: SharingLink[] = []
  readonly monitors = new Map<string, CopyMonitor>()
  readonly uploads = new Map<string, UploadState>()
  readonly quota: Quota
  /** The contents of addresses with `tempauth`. */
  readonly tickets = new OpaqueTokens()
  calls: FileCall[] = []
  #created = 0

  constructor(settings: MicrosoftSettings, now: () => number) {
    this.quota = new Quota({ limit: () => settings.driveRequestsPerMinute, now })
  }

  /** Throws a RangeError for an unknown drive. */
  drive(id: string): Drive {
    const drive = this.all.get(id)
    if (!drive) throw new RangeError(`There is no drive ${id}`)
    return drive
  }

  /** The OneDrive of an account; undefined if it has none. */
  driveOf(email: string): Drive | undefined {
    return [...this.all.values()].find(({ owner }) => owner === email)
  }

  find(driveId: string, itemId: string): DriveItem | undefined {
    return this.all.get(driveId)?.items.get(itemId)
  }

  /** A name for something new, the same after every start. */
  nextName(): string {
    this.#created += 1
    return `item ${this.#created}`
  }
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** An item id of a work account (`01` and 32 letters) or of a personal account (`<CID>!s…`). */
export function createItemId(drive: Pick<Drive, 'id' | 'driveType'>, source: string): string {
  const hash = createHash('sha256').update(`${drive.id} ${source}`).digest()
  if (drive.driveType === 'personal') return `${drive.id}!s${hash.toString('hex').slice(0, 32)}`
  return `01${[...hash].map((byte) => BASE32[byte % 32]).join('')}`
}

export function childrenOf(drive: Drive, id: string): DriveItem[] {
  return [...drive.items.values()].filter(({ parentId }) => parentId === id)
}

/** Names are compared without regard to case. */
export function findChild(drive: Drive, id: string, name: string): DriveItem | undefined {
  return childrenOf(drive, id).find((item) => item.name.toLowerCase() === name.toLowerCase())
}

/** The item and the folders that hold it, up to the root. */
export function ancestryOf(drive: Drive, item: DriveItem): DriveItem[] {
  const parent = item.parentId === undefined ? undefined : drive.items.get(item.parentId)
  return parent ? [item, ...ancestryOf(drive, parent)] : [item]
}

/** `/Contracts/Plan.docx`; empty for the root. */
export function pathOf(drive: Drive, item: DriveItem): string {
  const names = ancestryOf(drive, item).filter(({ parentId }) => parentId !== undefined)
  return names
    .reverse()
    .map(({ name }) => `/${name}`)
    .join('')
}

/** The permissions of the item, including those of the folders above it. */
export function permissionsOf(drive: Drive, item: DriveItem): ItemPermission[] {
  return ancestryOf(drive, item).flatMap(({ permissions }) => permissions)
}

/** A short hash that identifies an access token in the log of calls. */
export function fingerprint(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(0, 16)
}
