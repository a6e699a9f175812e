import type { HttpRequest } from '../../core/http/request.ts'
import type { HttpResponse } from '../../core/http/responses.ts'
import type { Route } from '../../core/http/router.ts'
import type { MicrosoftState } from '../state.ts'
import { getMonitor } from './copy.ts'
import { catchError, logCall } from './log.ts'
import { download } from './read.ts'
import { handleUpload } from './upload-session.ts'

/** Routes of the addresses that take no token: downloads, uploads and the monitors of copies. */
export function tokenlessRoutes(microsoft: MicrosoftState): Route[] {
  const withoutToken = (method: string, pattern: string, name: string, run: typeof download): Route => {
    const logged = (request: HttpRequest) => runWithoutToken(microsoft, request, name, run)
    return { method, pattern, api: 'drive', handle: logged }
  }
  const monitor: typeof download = (state, request) => ({ response: getMonitor(state, request), items: [] })
  const upload = '/_api/v2.0/drive/items/:id/uploadSession'
  return [
    withoutToken('GET', '/_layouts/15/download.aspx', 'download', download),
    withoutToken('GET', '/_api/v2.0/monitor/:id', 'monitor', monitor),
    ...['PUT', 'GET', 'DELETE'].map((method) => withoutToken(method, upload, 'upload', handleUpload)),
  ]
}

/** Runs one of the addresses that take no token, and logs whether it was sent one. */
function runWithoutToken(
  microsoft: MicrosoftState,
  request: HttpRequest,
  method: string,
  run: typeof download,
): HttpResponse {
  const { response, items } = catchError(() => run(microsoft, request))
  logCall(microsoft, request, { method, status: response.status, items })
  return response
}
