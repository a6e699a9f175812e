import { BusinessObject } from '../../../src/contract/index.ts'
import type { Rule } from '../../rule.ts'
import type { Check } from '../../run/check.ts'
import { type Subject, validBody } from '../../run/subject.ts'
import { SPECIFICATION } from '../../specification/sentences.ts'
import { requireBody } from '../expect.ts'

const ofLinks = { scope: 'capability', capabilities: ['link'], needs: ['account', 'link'] } as const
const FOREIGN_URL = 'https://another-site.example/documents/1'

/** Rules about /:application/link. */
export const linkRules: readonly Rule[] = [
  {
    ...ofLinks,
    id: 'link.document',
    level: 'should',
    requires: 'An address of the vendor becomes a document that names its provider and application.',
    source: SPECIFICATION.linkPrimitive,
    remedy: 'Return { provider, application, externalId, url, title } of the vendor object behind the address.',
    run: async (check, subject) => {
      const { provider, application } = await open(check, subject, subject.samples.link?.url)
      check.expect(provider === subject.definition.name, `the provider is ${provider}`)
      check.expect(application === subject.application.name, `the application is ${application}`)
    },
  },
  {
    ...ofLinks,
    id: 'link.same-document',
    level: 'should',
    requires: 'The same address becomes the same document each time, and so does the document’s own address.',
    source: SPECIFICATION.stableIds,
    remedy: 'Use the vendor’s id of the object as externalId.',
    run: async (check, subject) => {
      const first = await open(check, subject, subject.samples.link?.url)
      const second = await open(check, subject, subject.samples.link?.url)
      check.expect(first.externalId === second.externalId, 'the same address becomes two documents')
      const own = await open(check, subject, first.url)
      check.expect(own.externalId === first.externalId, 'the document’s own address becomes another document')
    },
  },
  {
    ...ofLinks,
    id: 'link.foreign',
    level: 'should',
    requires: 'An address of another site is refused, and is never requested or made a document.',
    source: SPECIFICATION.linkPrimitive,
    remedy: 'Compare the host with those of the vendor, and respond with 400 or 404.',
    needs: ['account'],
    run: async (check, subject) => {
      const { status } = await sendLink(check, subject, FOREIGN_URL)
      check.expect(status >= 400 && status < 500, `${FOREIGN_URL} gets status ${status}`)
    },
  },
]

async function sendLink(check: Check, subject: Subject, url: string | undefined) {
  return check.send({ path: subject.path, body: { ...(await validBody(subject)), url } })
}

async function open(check: Check, subject: Subject, url: string | undefined): Promise<BusinessObject> {
  return requireBody(check, await sendLink(check, subject, url), BusinessObject) as BusinessObject
}
