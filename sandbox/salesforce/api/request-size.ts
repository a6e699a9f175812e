import type { HttpRequest } from '../../core/http/request.ts'
import { HttpError, html } from '../../core/http/responses.ts'

/** What address and headers may hold together (https://help.salesforce.com/s/articleView?id=000386264). */
const MAX_HEAD_BYTES = 16_384

/** The stand-in reads longer heads than Salesforce, so that it is the one who refuses them. */
export const SERVER_MAX_HEAD_BYTES = 4 * MAX_HEAD_BYTES

/** A part of a composite request has no address line of its own, so nothing is too long for it. */
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
