import type { GoogleState } from '../state.ts'
import { readText } from './export.ts'
import type { DriveFile } from './file.ts'
import { addFile, type NewDriveFile } from './new-file.ts'
import { type DriveCall, fingerprint } from './store.ts'

/** What tests do with Drive inside the process. */
export interface DriveTestAccess {
  /** Adds a file that the account owns, or that belongs to a shared drive. */
  addFile(account: string, file: NewDriveFile): DriveFile
  /** Returns the actual state of a file and its text. Throws a RangeError for an unknown id. */
  readFile(id: string): DriveFile & { text: string }
  /** All files of the account, also those in the trash. */
  filesOf(account: string): DriveFile[]
  /** The calls of Drive, Docs and Sheets, such as those that reached a file or that were made with an access token. */
  driveCalls(filter?: DriveCallFilter): DriveCall[]
  /** Lets the scope drive.file reach a file, as when the user opens it with the application. */
  pickFile(id: string): void
  /** Makes the account's storage full, or disables Drive for applications in its domain; `false` undoes it. */
  setDrive(account: string, state: { full?: boolean; disabled?: boolean }): void
}

export interface DriveCallFilter {
  file?: string
  account?: string
  /** Such as `drive.files.copy`. */
  method?: string
  /** An access token. */
  token?: string
}

export function createDriveTestAccess(google: GoogleState): DriveTestAccess {
  const { drive } = google
  return {
    addFile: (account, file) => addFile(drive, google.account(account).email, file, google.clock.now()),
    readFile(id) {
      const file = drive.file(id)
      return { ...file, text: readText(file.content) }
    },
    filesOf: (account) => [...drive.files.values()].filter(({ owner }) => owner === account),
    driveCalls: (filter) => findCalls(google, filter),
    pickFile(id) {
      for (const client of google.oauth.clients) drive.file(id).authorizedClients.add(client.id)
    },
    setDrive(account, { full, disabled }) {
      const { email } = google.account(account)
      if (full !== undefined) drive.fullAccounts[full ? 'add' : 'delete'](email)
      if (disabled !== undefined) drive.blockedAccounts[disabled ? 'add' : 'delete'](email)
    },
  }
}

function findCalls({ drive }: GoogleState, { file, account, method, token }: DriveCallFilter = {}): DriveCall[] {
  const hash = token === undefined ? undefined : fingerprint(token)
  return drive.calls.filter(
    (call) =>
      (file === undefined || call.files.includes(file)) &&
      (account === undefined || call.account === account) &&
      (method === undefined || call.method === method) &&
      (hash === undefined || call.token === hash),
  )
}
