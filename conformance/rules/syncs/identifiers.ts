import type { Rule } from '../../rule.ts'
import type { Json } from '../../run/client.ts'
import { validBody } from '../../run/subject.ts'
import { SPECIFICATION } from '../../specification/sentences.ts'
import { readItems, readPage } from './pages.ts'

const ofSlots = { scope: 'capability', capabilities: ['identifier'], needs: ['account'] } as const
const HINTS = ['metadataType', 'tagType', 'tagSubType', 'name', 'email', 'sourceTagId'] as const
const NOBODY = { email: 'nobody@conformance.invalid', sourceTagId: 'conformance-tag-2' }

/** Rules about /sync/identifier. */
export const identifierRules: readonly Rule[] = [
  {
    ...ofSlots,
    id: 'identifier.hints',
    level: 'must',
    requires: 'Every object repeats the hints of its slot.',
    source: SPECIFICATION.hintsEchoed,
    remedy:
      'Copy metadataType, tagType, tagSubType, name, email and sourceTagId from the slot, and not from the vendor.',
    run: async (check, subject) => {
      const { externalIdLinkObjects } = (await validBody(subject)) as Json
      const [slot] = externalIdLinkObjects
      for (const item of await readItems(check, subject)) {
        const wrong = HINTS.filter((name) => slot[name] !== undefined && item?.[name] !== slot[name])
        check.expect(wrong.length === 0, `the object ${item?.externalId} does not repeat ${wrong.join(', ')}`)
      }
    },
  },
  {
    ...ofSlots,
    id: 'identifier.nothing-found',
    level: 'must',
    requires: 'A slot that nothing fits has no object, and is no error.',
    source: SPECIFICATION.slots,
    remedy: 'Leave the slot out of the items. Do not return an object that fits no hint.',
    run: async (check, subject) => {
      const { externalIdLinkObjects } = (await validBody(subject)) as Json
      const body = { externalIdLinkObjects: [{ ...externalIdLinkObjects[0], ...NOBODY }] }
      const { items } = await readPage(check, subject, { body })
      check.expect(items.length === 0, `${items.length} objects fit ${NOBODY.email}`)
      const nothing = await readPage(check, subject, { body: { externalIdLinkObjects: [] } })
      check.expect(nothing.items.length === 0, `${nothing.items.length} objects are returned for no slot`)
    },
  },
  {
    ...ofSlots,
    id: 'identifier.batch',
    level: 'must',
    requires: 'Several slots get the objects of each.',
    source: SPECIFICATION.slots,
    remedy: 'Look all slots up, and return their objects with the hints of each.',
    run: async (check, subject) => {
      const single = await readItems(check, subject)
      const { externalIdLinkObjects } = (await validBody(subject)) as Json
      const [slot] = externalIdLinkObjects
      const second = { ...slot, sourceTagId: 'conformance-tag-3' }
      const body = { externalIdLinkObjects: [{ ...slot, ...NOBODY }, slot, second] }
      const { items } = await readPage(check, subject, { body })
      const counts = `${single.length} for the slot alone, ${items.length} for two of them and one that nothing fits`
      check.expect(items.length >= 2 * single.length, `objects that are returned: ${counts}`)
    },
  },
]
