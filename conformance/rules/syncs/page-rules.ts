import type { Rule } from '../../rule.ts'
import { CAPABILITIES, type CapabilityName } from '../../run/capabilities.ts'
import { SPECIFICATION } from '../../specification/sentences.ts'
import { idOf, list, readFirstPage, readItems, readPage, repeated } from './pages.ts'

const namesOf = (pages: 'several' | 'single'): CapabilityName[] =>
  CAPABILITIES.filter((capability) => capability.pages === pages).map(({ name }) => name)

export const PAGINATED = namesOf('several')
export const SYNCS = [...PAGINATED, ...namesOf('single')]

const perSync = { scope: 'capability', capabilities: SYNCS, needs: ['account'] } as const

/** Rules about the page that every sync returns. */
export const syncRules: readonly Rule[] = [
  {
    ...perSync,
    id: 'page.form',
    level: 'must',
    requires: 'A sync returns a page: items, pagination.hasMore and pagination.pageSize, and texts as warnings.',
    source: SPECIFICATION.hasMore,
    remedy:
      'Return { items: [], pagination: { hasMore: false, pageSize: 0 } } when there is nothing, and never an error.',
    run: async (check, subject) => void (await readFirstPage(check, subject)),
  },
  {
    ...perSync,
    id: 'page.size',
    level: 'must',
    requires: 'pageSize is the number of items on the page.',
    source: SPECIFICATION.pageSize,
    remedy: 'Set pageSize to items.length, and not to the limit of the request.',
    run: async (check, subject) => {
      const { items, pagination } = await readPage(check, subject)
      check.expect(
        pagination.pageSize === items.length,
        `pageSize is ${pagination.pageSize}, there are ${items.length} items`,
      )
    },
  },
  {
    ...perSync,
    id: 'page.no-cursor-at-end',
    level: 'must',
    requires: 'A page without more has no cursor.',
    source: SPECIFICATION.cursor,
    remedy: 'Omit pagination.cursor when hasMore is false.',
    run: async (check, subject) => {
      const { pagination } = await readPage(check, subject)
      const { hasMore, cursor } = pagination
      check.expect(hasMore || cursor === undefined, `hasMore is false, and the cursor is ${JSON.stringify(cursor)}`)
    },
  },
  {
    ...perSync,
    id: 'page.single',
    level: 'must',
    requires: 'A sync that is not paginated returns everything at once, with hasMore false.',
    source: SPECIFICATION.notPaginated,
    remedy: 'Read all pages of the vendor before you return. The platform does not call again.',
    capabilities: namesOf('single'),
    run: async (check, subject) => {
      const { pagination } = await readPage(check, subject)
      check.expect(!pagination.hasMore, 'hasMore is true')
    },
  },
  {
    ...perSync,
    id: 'items.ids-unique',
    level: 'must',
    requires: 'No item is on a page twice.',
    source: SPECIFICATION.vendorIds,
    remedy: 'Remove the duplicates that a vendor returns, and build ids from the vendor’s own ones.',
    run: async (check, subject) => {
      const twice = repeated((await readItems(check, subject)).map(idOf))
      check.expect(twice.length === 0, `items occur twice: ${list(twice)}`)
    },
  },
  {
    ...perSync,
    id: 'items.ids-stable',
    level: 'must',
    requires: 'Items have the same externalIds if they are read again.',
    source: SPECIFICATION.stableIds,
    remedy: 'Use the vendor’s own id: no random value, no time of the sync, no position in the list.',
    run: async (check, subject) => {
      const first = (await readItems(check, subject)).map(idOf)
      const again = new Set((await readItems(check, subject, { isFresh: true })).map(idOf))
      const lost = first.filter((id) => !again.has(id))
      check.expect(lost.length === 0, `${lost.length} of ${first.length} items have other ids: ${list(lost)}`)
    },
  },
]
