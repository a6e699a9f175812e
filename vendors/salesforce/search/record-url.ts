import { omitUndefined } from '../../../src/runtime/omit.ts'
import { toId } from '../api/ids.ts'

/** The parts of a record's URL. */
export interface RecordUrl {
  host: string
  id: string
  /** Name of the object, which most URLs of the newer pages contain. */
  object?: string
}

/**
 * Matches the URLs of records in the user interface. The query is ignored: `ws=…` is the page from which the record was
 * opened. Returns undefined for any other URL, such as that of a list.
 */
export function matchRecordUrl(address: string): RecordUrl | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, username, host, pathname, hash } = new URL(address)
  if (!/^https?:$/.test(protocol) || username) return undefined
  for (const { part, pattern } of URL_FORMS) {
    const { object, id: text } = pattern.exec(part === 'hash' ? hash : pathname)?.groups ?? {}
    const id = toId(text ?? '')
    if (id) return omitUndefined({ host, id, object: object || undefined })
  }
  return undefined
}

const URL_FORMS: readonly { part: 'path' | 'hash'; pattern: RegExp }[] = [
  // acme.lightning.force.com/lightning/r/Account/001…/view, …/edit, …/related/Contacts/view
  { part: 'path', pattern: /^\/lightning\/r\/(?:(?<object>[A-Za-z]\w*)\/)?(?<id>\w{15}|\w{18})(?:\/|$)/ },
  // …/one/one.app#/sObject/001…/view, early Lightning
  { part: 'hash', pattern: /^#\/sObject\/(?<id>\w{15}|\w{18})(?:\/|$)/ },
  // acme.my.salesforce.com/001…, na1.salesforce.com/001…/e, Classic and short links
  { part: 'path', pattern: /^\/(?<id>\w{15}|\w{18})(?:\/[a-z]\w*)?\/?$/ },
]
