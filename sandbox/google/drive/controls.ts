import { controlRoute, parseJsonObject } from '../../core/controls.ts'
import { empty, type HttpResponse, json } from '../../core/http/responses.ts'
import type { Route } from '../../core/http/router.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import type { GoogleState } from '../state.ts'
import { readText } from './export.ts'
import type { DriveFile } from './file.ts'
import type { NewDriveFile } from './new-file.ts'
import { createDriveTestAccess, type DriveCallFilter } from './test-access.ts'

/** The control routes of Drive, Docs and Sheets under `/_sandbox/`. */
export function createDriveControls(google: GoogleState): Route[] {
  const { drive } = google
  const access = createDriveTestAccess(google)
  return [
    controlRoute('GET', 'files', ({ url }) => {
      const account = url.searchParams.get('account')
      const files = account === null ? [...drive.files.values()] : access.filesOf(google.account(account).email)
      return json(files.map(toSummary))
    }),
    controlRoute('POST', 'files', (request) => {
      const { account, file } = parseJsonObject(request)
      return json(toSummary(access.addFile(String(account), parseNewFile(file))), 201)
    }),
    // Before the route with an id, because the first match wins.
    controlRoute('GET', 'files/calls', ({ url }) =>
      json(access.driveCalls(omitUndefined({ ...Object.fromEntries(url.searchParams) } as DriveCallFilter))),
    ),
    controlRoute('DELETE', 'files/calls', () => {
      drive.calls = []
      return empty()
    }),
    controlRoute('GET', 'files/:id', ({ params }) => {
      const file = drive.file(params.id ?? '')
      return json({ ...toSummary(file), text: readText(file.content) })
    }),
    controlRoute('PATCH', 'files/:id', (request) =>
      updateFile(drive.file(request.params.id ?? ''), parseJsonObject(request)),
    ),
    controlRoute('DELETE', 'files/:id', ({ params }) =>
      drive.files.delete(params.id ?? '') ? empty() : json({ error: 'File not found' }, 404),
    ),
    controlRoute('POST', 'files/:id/pick', ({ params }) => {
      access.pickFile(params.id ?? '')
      return empty()
    }),
    controlRoute('PATCH', 'drive', (request) => {
      const { account, full, disabled } = parseJsonObject(request) as {
        full?: boolean
        disabled?: boolean
        account?: string
      }
      access.setDrive(String(account), omitUndefined({ full, disabled }))
      return json({
        full: drive.fullAccounts.has(String(account)),
        disabled: drive.blockedAccounts.has(String(account)),
      })
    }),
  ]
}

function toSummary({ id, name, mimeType, owner, driveId, parents, trashed, version }: DriveFile): object {
  return omitUndefined({ id, name, mimeType, owner, driveId, parents, trashed, version })
}

/** Members that a control may change. */
const CHANGEABLE = ['name', 'trashed', 'permissions', 'copyRequiresWriterPermission', 'exportBytes', 'parents']

function updateFile(file: DriveFile, changes: Record<string, unknown>): HttpResponse {
  const unknown = Object.keys(changes).find((name) => !CHANGEABLE.includes(name))
  if (unknown !== undefined) throw new RangeError(`The member "${unknown}" of a file cannot be changed`)
  return json(toSummary(Object.assign(file, changes)))
}

/** In JSON, bytes are base64. */
function parseNewFile(value: unknown): NewDriveFile {
  const { base64, ...file } = value as NewDriveFile & { base64?: string }
  return base64 === undefined ? file : { ...file, bytes: Buffer.from(base64, 'base64') }
}
