import { createMockContext, type MockContext } from '../../../sandbox/core/context.ts'
import { getBearerToken } from '../../../sandbox/core/http/request.ts'
import { html, json } from '../../../sandbox/core/http/responses.ts'
import { type Server, startServer } from '../../../sandbox/core/http/server.ts'
import type { Vendor } from '../../../sandbox/core/http/vendor.ts'
import { Clock } from '../../../sandbox/core/time/clock.ts'

export interface TestVendor {
  server: Server
  context: MockContext
  /** GET as the account whose name is the access token. */
  get(path: string, account?: string): Promise<Response>
}

/** Starts a vendor with one API of one method, `/api/items/:id`, and a `POST /work` that calls `work`. */
export async function startTestVendor(work: () => void = () => {}): Promise<TestVendor> {
  const context = createMockContext({ clock: new Clock() }, ['outOfOrder'])
  const vendor: Vendor = {
    name: 'test',
    routes: [
      {
        method: 'GET',
        pattern: '/api/items/:id',
        api: 'items',
        handle(request) {
          request.units += 3
          return json({ id: request.params.id, filling: 'x'.repeat(2_000) })
        },
      },
      {
        method: 'POST',
        pattern: '/work',
        handle() {
          work()
          return json({ done: true })
        },
      },
    ],
    identify: getBearerToken,
    unknownRoute: ({ url }) => html(`No ${url.pathname} here`, 404),
    internalError: () => json({ error: 'internal error' }, 500),
    errors: { outOfOrder: () => json({ error: 'out of order' }, 503) },
  }
  const server = await startServer(vendor, context)
  const get = (path: string, account = 'ada') =>
    fetch(server.origin + path, { headers: { authorization: `Bearer ${account}` } })
  return { server, context, get }
}
