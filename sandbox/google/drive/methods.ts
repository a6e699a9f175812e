import type { Route } from '../../core/http/router.ts'
import { createDocsMethods } from '../docs/methods.ts'
import { SCOPE } from '../oauth/scopes.ts'
import { createSheetsMethods } from '../sheets/methods.ts'
import type { GoogleState } from '../state.ts'
import { copyFile, createFile, deleteFile, updateFile } from './create.ts'
import { exportFile } from './export.ts'
import { getAbout, getFile } from './get.ts'
import { createUploadRoutes } from './resumable-upload.ts'
import { createDriveRoute, type DriveMethod } from './route.ts'
import { uploadFile } from './upload.ts'

const FILES = '/drive/v3/files'
const UPLOADS = `/upload${FILES}`
const READ: readonly string[] = [SCOPE.drive, SCOPE.driveReadonly, SCOPE.driveFile, SCOPE.driveMeetReadonly]
const WRITE: readonly string[] = [SCOPE.drive, SCOPE.driveFile]

/** Creates the routes of Drive v3, Docs v1 and Sheets v4. */
export function createDriveRoutes(google: GoogleState): Route[] {
  const methods: DriveMethod[] = [...DRIVE_METHODS, ...createDocsMethods(), ...createSheetsMethods()]
  return [...methods.map((method) => createDriveRoute(google, method)), ...createUploadRoutes(google)]
}

const read = { verb: 'GET', service: 'drive', scopes: READ, quota: 'drive' } as const
const write = { service: 'drive', scopes: WRITE, quota: 'drive' } as const

const DRIVE_METHODS: readonly DriveMethod[] = [
  { ...read, name: 'drive.about.get', pattern: '/drive/v3/about', handle: getAbout },
  { ...read, name: 'drive.files.get', pattern: `${FILES}/:fileId`, handle: getFile },
  { ...read, name: 'drive.files.export', pattern: `${FILES}/:fileId/export`, handle: exportFile },
  { ...write, verb: 'POST', name: 'drive.files.create', pattern: FILES, handle: createFile },
  { ...write, verb: 'POST', name: 'drive.files.copy', pattern: `${FILES}/:fileId/copy`, handle: copyFile },
  { ...write, verb: 'PATCH', name: 'drive.files.update', pattern: `${FILES}/:fileId`, handle: updateFile },
  { ...write, verb: 'DELETE', name: 'drive.files.delete', pattern: `${FILES}/:fileId`, handle: deleteFile },
  { ...write, verb: 'POST', name: 'drive.files.upload', pattern: UPLOADS, handle: uploadFile },
  { ...write, verb: 'PATCH', name: 'drive.files.replace', pattern: `${UPLOADS}/:fileId`, handle: uploadFile },
]
