import { html } from '../../core/answers.ts'
import type { Call } from '../../core/call.ts'
import { Refusal } from '../../core/origin.ts'

/** What address and headers may hold together (https://help.salesforce.com/s/articleView?id=000386264). */
const MAX_HEAD_BYTES = 16_384

/** The stand-in reads longer heads than Salesforce, so that it is the one who refuses them. */
export const READ_HEAD_BYTES = 4 * MAX_HEAD_BYTES

/** A part of a composite request has no address line of its own, so nothing is too long for it. */
export function checkSize(call: Call): void {
  if (call.part) return
  const uri = call.url.pathname.length + call.url.search.length
  if (uri > MAX_HEAD_BYTES) throw new Refusal(html('<h1>Bad Message 414</h1><pre>reason: URI Too Long</pre>', 414))
  const headers = Object.entries(call.headers).reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
  if (uri + headers > MAX_HEAD_BYTES) {
    throw new Refusal(html('<h1>Bad Message 431</h1><pre>reason: Request Header Fields Too Large</pre>', 431))
  }
}
