import { toId } from '../api/ids.ts'

/** What a pasted address says of a record. */
export interface RecordUrl {
  host: string
  id: string
  /** Named by most addresses of the newer pages. */
  object?: string
}

/**
 * Reads the addresses under which people see records. Only the path counts: what stands in the query (`ws=…`) is the
 * page behind the record. Undefined for an address of anything else, such as a list.
 */
export function matchRecordUrl(address: string): RecordUrl | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, username, host, pathname, hash } = new URL(address)
  if (!/^https?:$/.test(protocol) || username) return undefined
  for (const { place, pattern } of URL_FORMS) {
    const { object, id: text } = pattern.exec(place === 'hash' ? hash : pathname)?.groups ?? {}
    const id = toId(text ?? '')
    if (id) return { host, id, ...(object ? { object } : {}) }
  }
  return undefined
}

const URL_FORMS: readonly { place: 'path' | 'hash'; pattern: RegExp }[] = [
  // acme.lightning.force.com/lightning/r/Account/001…/view, …/edit, …/related/Contacts/view
  { place: 'path', pattern: /^\/lightning\/r\/(?:(?<object>[A-Za-z]\w*)\/)?(?<id>\w{15}|\w{18})(?:\/|$)/ },
  // …/one/one.app#/sObject/001…/view, the first years of Lightning
  { place: 'hash', pattern: /^#\/sObject\/(?<id>\w{15}|\w{18})(?:\/|$)/ },
  // acme.my.salesforce.com/001…, na1.salesforce.com/001…/e, Classic and short links
  { place: 'path', pattern: /^\/(?<id>\w{15}|\w{18})(?:\/[a-z]\w*)?\/?$/ },
]
