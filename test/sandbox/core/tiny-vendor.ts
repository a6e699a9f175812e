import { html, json } from '../../../sandbox/core/answers.ts'
import { bearerOf } from '../../../sandbox/core/call.ts'
import { Clock } from '../../../sandbox/core/clock.ts'
import type { Stage, Vendor } from '../../../sandbox/core/origin.ts'
import { type Server, startServer } from '../../../sandbox/core/server.ts'
import { createStage } from '../../../sandbox/core/stand-in.ts'

export interface Tiny {
  server: Server
  stage: Stage
  /** GET as the account whose name is its token. */
  get(path: string, account?: string): Promise<Response>
}

/** A vendor with one API of one method, `/api/items/:id`, and a counter behind `POST /work`. */
export async function startTiny(work: () => void = () => {}): Promise<Tiny> {
  const stage = createStage({ clock: new Clock() }, ['outOfOrder'])
  const vendor: Vendor = {
    name: 'tiny',
    routes: [
      {
        method: 'GET',
        pattern: '/api/items/:id',
        api: 'items',
        handle(call) {
          call.units += 3
          return json({ id: call.params.id, filling: 'x'.repeat(2_000) })
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
    identify: bearerOf,
    unknownRoute: (call) => html(`No ${call.url.pathname} here`, 404),
    crashed: () => json({ error: 'crashed' }, 500),
    errors: { outOfOrder: () => json({ error: 'out of order' }, 503) },
  }
  const server = await startServer(vendor, stage)
  const get = (path: string, account = 'ada') =>
    fetch(server.origin + path, { headers: { authorization: `Bearer ${account}` } })
  return { server, stage, get }
}
