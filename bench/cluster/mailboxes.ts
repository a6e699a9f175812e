import type { HttpRequest } from '../../platform/provider/transport.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import { email } from '../../test/platform/sync/fixtures.ts'
import { ok } from '../../test/platform/sync/simulation/faults.ts'
import { DEFINITION } from '../../test/platform/sync/simulation/provider.ts'

const PAGE_SIZE = 20

type Mail = ReturnType<typeof email>

interface Body {
  connectedProvider: { connectionId: string }
  filter: { dateStart: number; dateEnd: number; cursor?: string }
}

/** A provider whose mailboxes, one of each connection, get mail. */
export class Mailboxes {
  readonly #mails = new Map<string, Mail[]>()
  #delivered = 0

  open(connectionId: string): void {
    this.#mails.set(connectionId, [])
  }

  /** Delivers a mail to as many mailboxes, which take turns. */
  deliver(count: number): void {
    const mailboxes = [...this.#mails]
    for (let number = 0; number < count; number += 1) {
      const [connectionId, mails] = mailboxes[this.#delivered % mailboxes.length] as [string, Mail[]]
      mails.push(email(`${connectionId}-${mails.length}`, Date.now()))
      this.#delivered += 1
    }
  }

  /** The ids of all mails that were delivered to these mailboxes. */
  idsOf(connectionIds: Iterable<string>): string[] {
    return [...connectionIds].flatMap((id) => (this.#mails.get(id) ?? []).map(({ externalId }) => externalId))
  }

  /** Pages of the mails in the window, oldest first. */
  respond = async ({ url, body }: HttpRequest) => {
    const path = new URL(url).pathname
    if (path === '/definition.json') return ok(DEFINITION)
    if (path !== '/sync/email') return ok({ result: { status: 'ok' } })
    const { connectedProvider, filter } = JSON.parse(body ?? '{}') as Body
    const mails = this.#mails.get(connectedProvider.connectionId) ?? []
    const inWindow = mails.filter(({ dateReceived: date }) => date >= filter.dateStart && date < filter.dateEnd)
    const start = Number(filter.cursor ?? 0)
    const items = inWindow.slice(start, start + PAGE_SIZE)
    const hasMore = start + PAGE_SIZE < inWindow.length
    const cursor = hasMore ? `${start + PAGE_SIZE}` : undefined
    return ok({ items, pagination: omitUndefined({ hasMore, pageSize: items.length, cursor }) })
  }
}
