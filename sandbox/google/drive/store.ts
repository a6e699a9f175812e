import { createHash } from 'node:crypto'
import type { HttpResponse } from '../../core/http/responses.ts'
import { Quota } from '../../core/quota.ts'
import type { GoogleSettings } from '../settings.ts'
import type { DriveFile, Role } from './file.ts'

export interface SharedDrive {
  readonly id: string
  readonly name: string
  /** Roles by address. */
  readonly members: Map<string, Role>
}

/** An upload in parts. Its address needs no token. */
export interface UploadSession {
  bytes: Buffer
  /** Saves the file, as the request that started the session describes it. */
  finish(bytes: Buffer): HttpResponse
}

/** A call of Drive, Docs or Sheets, with the files that it reached. */
export interface DriveCall {
  /** Epoch ms of the sandbox. */
  readonly time: number
  /** Such as `drive.files.copy`. */
  readonly method: string
  readonly account: string
  readonly clientId: string
  readonly scopes: readonly string[]
  /** Hash of the access token (`fingerprint`). */
  readonly token: string
  readonly status: number
  readonly files: readonly string[]
}

/** Quotas per minute and user. */
export type DriveQuota = 'drive' | 'docsReads' | 'docsWrites' | 'sheetsReads' | 'sheetsWrites'

/** The files of all accounts and what happened to them. */
export class Drive {
  readonly files = new Map<string, DriveFile>()
  readonly sharedDrives = new Map<string, SharedDrive>()
  readonly uploads = new Map<string, UploadSession>()
  readonly quotas: Readonly<Record<DriveQuota, Quota>>
  /** Accounts whose storage is full. */
  readonly fullAccounts = new Set<string>()
  /** Accounts whose administrator has disabled Drive for applications. */
  readonly blockedAccounts = new Set<string>()
  calls: DriveCall[] = []
  #created = 0

  constructor(settings: GoogleSettings, now: () => number) {
    const quota = (limit: () => number) => new Quota({ limit, now })
    this.quotas = {
      drive: quota(() => settings.driveRequestsPerMinute),
      docsReads: quota(() => settings.docsReadsPerMinute),
      docsWrites: quota(() => settings.docsWritesPerMinute),
      sheetsReads: quota(() => settings.sheetsReadsPerMinute),
      sheetsWrites: quota(() => settings.sheetsWritesPerMinute),
    }
  }

  /** Returns a new id of the form that Drive uses. Ids are the same after every start. */
  createId(): string {
    this.#created += 1
    return createFileId(`file ${this.#created}`)
  }

  /** The id of the folder "My Drive" of an account. */
  rootOf(email: string): string {
    return `0A${createFileId(`root of ${email}`).slice(2, 19)}`
  }

  /** Throws a RangeError for an unknown file. */
  file(id: string): DriveFile {
    const file = this.files.get(id)
    if (!file) throw new RangeError(`There is no file ${id} in Drive`)
    return file
  }
}

export function createFileId(source: string): string {
  return `1${createHash('sha256').update(source).digest('base64url')}`
}

/** A short hash that identifies an access token in the log of calls. */
export function fingerprint(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(0, 16)
}
