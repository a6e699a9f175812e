import type { HttpRequest } from '../../core/http/request.ts'
import type { GoogleAccount } from '../account.ts'
import { SCOPE } from '../oauth/scopes.ts'
import type { GoogleState } from '../state.ts'
import { fail, failNotFound } from './failures.ts'
import { type DriveFile, hasRole, ROLES, type Role } from './file.ts'
import type { DriveCallContext } from './route.ts'

/** Scopes that reach every file of the user. */
const UNRESTRICTED: readonly string[] = [
  SCOPE.drive,
  SCOPE.driveReadonly,
  SCOPE.documents,
  SCOPE.documentsReadonly,
  SCOPE.spreadsheets,
  SCOPE.spreadsheetsReadonly,
]

export interface FoundFile {
  file: DriveFile
  role: Role
}

export interface FindOptions {
  /** Whether the method reaches shared drives without `supportsAllDrives`. */
  allDrives?: boolean
  /** Whether the method evaluates `X-Goog-Drive-Resource-Keys`. */
  resourceKeys?: boolean
}

/** The user's role, and whether he has it only through a link or his domain. */
export function roleOf(google: GoogleState, account: GoogleAccount, file: DriveFile) {
  const direct: Role[] = []
  const linked: Role[] = []
  if (file.owner === account.email) direct.push('owner')
  const member = file.driveId && google.drive.sharedDrives.get(file.driveId)?.members.get(account.email)
  if (member) direct.push(member)
  for (const permission of file.permissions) {
    if (permission.type === 'user' && permission.email === account.email) direct.push(permission.role)
    if (permission.type === 'domain' && permission.domain === account.hostedDomain) linked.push(permission.role)
    if (permission.type === 'anyone') linked.push(permission.role)
  }
  const all = [...direct, ...linked].sort((a, b) => ROLES.indexOf(a) - ROLES.indexOf(b))
  return { role: all.at(-1), isLinked: direct.length === 0 }
}

/**
 * Finds a file that user, resource key and scopes reach. Otherwise fails: with 404 as for an unknown id, or with
 * appNotAuthorizedToFile.
 */
export function findFile(call: DriveCallContext, id: string, options: FindOptions = {}): FoundFile {
  const { google, request, account } = call
  const { allDrives = request.url.searchParams.get('supportsAllDrives') === 'true', resourceKeys = true } = options
  const file = google.drive.files.get(id)
  if (!file) return failNotFound(request, id)
  const { role, isLinked } = roleOf(google, account, file)
  if (role === undefined) return failForbidden(call, id)
  if (file.driveId !== undefined && !allDrives) return failNotFound(request, id)
  const needsKey = isLinked && file.resourceKey !== undefined && !file.viewedBy.has(account.email)
  if (needsKey && !(resourceKeys && readResourceKeys(request).get(id) === file.resourceKey)) {
    return failForbidden(call, id)
  }
  checkScopes(call, file)
  call.touch(id)
  return { file, role }
}

/** Docs and Sheets say that there is a file which the user may not see; Drive does not. */
function failForbidden({ request, service }: DriveCallContext, id: string): never {
  return service === 'drive' ? failNotFound(request, id) : fail(request, 'permissionDenied')
}

/** Whether user and application may add files to this folder. */
export function mayAddTo({ google, account, access, method }: DriveCallContext, folder: DriveFile): boolean {
  const accepted = access.scopes.filter((scope) => method.scopes.includes(scope))
  return hasRole(roleOf(google, account, folder).role, 'writer') && reaches(accepted, folder, access.grant.client.id)
}

/** Only the scopes that the method accepts count. */
function checkScopes({ google, access, method, request }: DriveCallContext, file: DriveFile): void {
  const accepted = access.scopes.filter((scope) => method.scopes.includes(scope))
  if (reaches(accepted, file, access.grant.client.id)) return
  const { id } = file
  const isReadable = reaches(access.scopes, file, access.grant.client.id)
  if (!isReadable && google.settings.unpickedFiles === 'not-found') failNotFound(request, id)
  const verb = request.method === 'GET' ? 'read' : 'write'
  fail(request, 'appNotAuthorizedToFile', {
    message: `The user has not granted the app ${access.grant.client.id.split('-')[0]} ${verb} access to the file ${id}.`,
  })
}

function reaches(scopes: readonly string[], file: DriveFile, clientId: string): boolean {
  if (scopes.some((scope) => UNRESTRICTED.includes(scope))) return true
  if (scopes.includes(SCOPE.driveMeetReadonly) && file.createdByMeet) return true
  return scopes.includes(SCOPE.driveFile) && file.authorizedClients.has(clientId)
}

/** Parses `fileId1/key1,fileId2/key2`. */
function readResourceKeys(request: HttpRequest): Map<string, string> {
  const pairs = (request.headers['x-goog-drive-resource-keys'] ?? '').split(',').filter((pair) => pair.trim() !== '')
  return new Map(
    pairs.map((pair) => {
      const [id = '', key = ''] = pair.trim().split('/')
      return [id, key]
    }),
  )
}

/** Fails with insufficientFilePermissions unless the user has the role. */
export function requireRole({ request }: DriveCallContext, { file, role }: FoundFile, required: Role): void {
  if (hasRole(role, required)) return
  fail(request, 'insufficientFilePermissions', {
    message: `The user does not have sufficient permissions for file ${file.id}.`,
  })
}

/** Whether the user may download, export and copy the file. */
export function mayDownload({ file, role }: FoundFile): boolean {
  return hasRole(role, 'writer') || !file.copyRequiresWriterPermission
}

/** The same for Docs and Sheets, whose error is the caller's lack of permission. */
export function requireRoleOrPermissionDenied(
  { request }: DriveCallContext,
  { role }: FoundFile,
  required: Role,
): void {
  if (!hasRole(role, required)) fail(request, 'permissionDenied')
}
