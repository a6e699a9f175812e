import { randomUUID } from 'node:crypto'
import type { HttpRequest } from '../../core/http/request.ts'
import { HttpError, type HttpResponse, json } from '../../core/http/responses.ts'
import { graphHeaders } from '../api/responses.ts'
import type { MicrosoftState } from '../state.ts'
import { type FoundItem, findDrive, findItem } from './access.ts'
import { toTokenlessUrl } from './addresses.ts'
import { type DriveCall, failDrive } from './call.ts'
import type { Drive, DriveItem } from './item.ts'
import { checkName, parseBehavior, resolveName } from './names.ts'
import { childrenOf } from './store.ts'
import { addTo, CONFLICT, parseBody, requireStorage } from './write.ts'

const POLLS = 2

/** POST …/copy: 202 without a body, and the address of a monitor. Every call makes a copy of its own. */
export function copyItem(call: DriveCall, { drive, item }: FoundItem): HttpResponse {
  const { microsoft, request } = call
  const { parentReference = {}, name = item.name } = parseBody(call)
  const { driveId = drive.id, id } = parentReference as { driveId?: string; id?: string }
  checkName(call, name)
  const behaviorText = request.url.searchParams.get(CONFLICT)
  if (behaviorText !== null && drive.driveType === 'personal') return failDrive(call, 'notSupported')
  const behavior = parseBehavior(call, behaviorText, 'fail')
  const target = findDrive(call, driveId)
  const parent = findItem(call, target, id ?? item.parentId ?? target.rootId, 'write').item
  if (parent.content.kind !== 'folder') return failDrive(call, 'invalidRequest')
  const monitorId = randomUUID()
  const monitor = { polls: 0, resourceId: '', failure: failureOf(microsoft) }
  if (!monitor.failure) {
    try {
      const resolved = resolveName(call, target, parent, name, behavior)
      requireStorage(call, target, item.content.kind === 'file' ? item.content.bytes.length : 0)
      if (resolved.replaced) target.items.delete(resolved.replaced.id)
      monitor.resourceId = duplicate(call, drive, item, target, parent, resolved.name).id
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      // What fails while a copy is under way is said by its monitor.
      monitor.failure = (JSON.parse(String(error.response.body)) as { error: { code: string; message: string } }).error
    }
  }
  microsoft.drives.monitors.set(monitorId, monitor)
  const location = toTokenlessUrl(call, `/_api/v2.0/monitor/${monitorId}`)
  return { status: 202, headers: { ...graphHeaders(request), location }, body: '' }
}

function failureOf({ settings }: MicrosoftState): { code: string; message: string } | undefined {
  return settings.copyResult === 'failed' ? { code: 'generalException', message: 'The copy has failed.' } : undefined
}

function duplicate(
  call: DriveCall,
  from: Drive,
  item: DriveItem,
  to: Drive,
  parent: DriveItem,
  name: string,
): DriveItem {
  // Listed before, because the copy may be made inside of the folder that is copied.
  const children = childrenOf(from, item.id)
  const copy = addTo(call, to, parent, name, structuredClone(item.content))
  for (const child of children) duplicate(call, from, child, to, copy, child.name)
  return copy
}

/** GET of a monitor: twice under way, then the end. It takes no token. */
export function getMonitor(microsoft: MicrosoftState, request: HttpRequest): HttpResponse {
  const target = { microsoft, request }
  if (request.headers.authorization !== undefined) return failDrive(target, 'uploadUnauthenticated')
  const monitor = microsoft.drives.monitors.get(request.params.id ?? '')
  if (!monitor) return failDrive(target, 'itemNotFound')
  monitor.polls += 1
  if (monitor.polls <= POLLS) {
    return json(
      { operation: 'ItemCopy', percentageComplete: (100 * monitor.polls) / (POLLS + 1), status: 'inProgress' },
      202,
    )
  }
  const { copyStatus } = microsoft.settings
  if (monitor.failure)
    return json(
      { operation: 'ItemCopy', status: 'failed', error: monitor.failure },
      copyStatus === 303 ? 200 : copyStatus,
    )
  const { resourceId } = monitor
  const headers: Record<string, string> =
    copyStatus === 303 ? { location: `https://graph.microsoft.com/v1.0/me/drive/items/${resourceId}` } : {}
  return json({ percentageComplete: 100, resourceId, status: 'completed' }, copyStatus, headers)
}
