import type { HttpRequest } from '../../core/http/request.ts'
import { HttpError, html } from '../../core/http/responses.ts'

/** The maximum size of the request URI and headers (https://help.salesforce.com/s/articleView?id=000386264). */
const MAX_HEAD_BYTES = 16_384

/** The HTTP server accepts larger heads, so that the sandbox can return Salesforce's own error. */
export const SERVER_MAX_HEAD_BYTES = 4 * MAX_HEAD_BYTES

/** Subrequests of a composite request have no request line of their own and are not limited. */
export function checkSize(request: HttpRequest): void {
  if (request.part) return
  const uri = request.url.pathname.length + request.url.search.length
  if (uri > MAX_HEAD_BYTES) throw new HttpError(html('<h1>Bad Message 414</h1><pre>reason: URI Too Long</pre>', 414))
  const headers = Object.entries(request.headers).reduce(
    (sum, [name, value]) => sum + name.length + value.length + 4,
    0,
  )
  if (uri + headers > MAX_HEAD_BYTES) {
    throw new HttpError(html('<h1>Bad Message 431</h1><pre>reason: Request Header Fields Too Large</pre>', 431))
  }
}
