import type { MicrosoftState } from '../state.ts'
import type { Access, Drive, DriveItem, SharingLink } from './item.ts'
import { webUrlOf } from './item-json.ts'
import { addItem, addLink, type NewItem } from './new-item.ts'
import { childrenOf, type FileCall, fingerprint, pathOf } from './store.ts'

/** What tests do with OneDrive inside the process. */
export interface DriveTestAccess {
  /** The OneDrive of an account. Throws a RangeError if it has none. */
  driveOf(account: string): Drive
  /** The document library with this name. Throws a RangeError if there is none. */
  library(name: string): Drive
  /** Adds an item to the OneDrive of an account, or to a drive. */
  addItem(account: string | Drive, item: NewItem): DriveItem
  /** Shares an item by a link. */
  shareItem(
    item: DriveItem,
    link: { scope: SharingLink['scope']; access?: Access; users?: readonly string[] },
  ): SharingLink
  /** Returns the actual state of an item. Throws a RangeError for an unknown path, such as `Contracts/Plan.docx`. */
  readItem(account: string | Drive, path: string): DriveItem & { bytes: Buffer; webUrl: string }
  /** The requests of OneDrive and of the addresses that it returns. */
  fileCalls(filter?: FileCallFilter): FileCall[]
}

export interface FileCallFilter {
  /** `<driveId>/<itemId>` */
  item?: string
  account?: string
  /** Such as `items.get-content` or `download`. */
  method?: string
  /** An access token. */
  token?: string
}

export function createDriveTestAccess(microsoft: MicrosoftState): DriveTestAccess {
  const { drives, clock } = microsoft
  const driveOf = (account: string | Drive): Drive => {
    if (typeof account !== 'string') return account
    const drive = drives.driveOf(microsoft.account(account).email)
    if (!drive) throw new RangeError(`${account} has no OneDrive`)
    return drive
  }
  return {
    driveOf,
    library(name) {
      const drive = [...drives.all.values()].find(
        (candidate) => candidate.owner === undefined && candidate.name === name,
      )
      if (!drive) throw new RangeError(`There is no document library ${name}`)
      return drive
    },
    addItem: (account, item) => addItem(drives, driveOf(account), item, clock.now()),
    shareItem: (item, link) => addLink(drives, drives.drive(item.driveId), item, link),
    readItem(account, path) {
      const drive = driveOf(account)
      const item = [...drive.items.values()].find((candidate) => pathOf(drive, candidate) === `/${path}`)
      if (!item) throw new RangeError(`There is no item ${path} in ${drive.webUrl}: ${namesOf(drive)}`)
      const bytes = item.content.kind === 'file' ? item.content.bytes : Buffer.of()
      return { ...item, bytes, webUrl: webUrlOf(drive, item) }
    },
    fileCalls: (filter) => findCalls(microsoft, filter),
  }
}

function namesOf(drive: Drive): string {
  return childrenOf(drive, drive.rootId)
    .map(({ name }) => name)
    .join(', ')
}

function findCalls({ drives }: MicrosoftState, { item, account, method, token }: FileCallFilter = {}): FileCall[] {
  const hash = token === undefined ? undefined : fingerprint(token)
  return drives.calls.filter(
    (call) =>
      (item === undefined || call.items.includes(item)) &&
      (account === undefined || call.account === account) &&
      (method === undefined || call.method === method) &&
      (hash === undefined || call.token === hash),
  )
}
