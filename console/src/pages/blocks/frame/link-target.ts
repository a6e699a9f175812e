/** Where a link really leads. */
export interface LinkTarget {
  /** The host, or the kind of address, which is what matters. */
  host: string
  /** The rest of the address, shortened. */
  rest: string
  /** The host that the link's text claims, if that is another one. */
  claimedHost?: string
}

const MAX_REST = 120
/** A host in a text, such as “www.example.com”. */
const HOST = /(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}/u
/** Endings of file names, which look like hosts. */
const FILE_NAME = /\.(?:pdf|docx?|xlsx?|pptx?|txt|csv|zip|png|jpe?g|gif|html?|md|ics|eml|mp[34]|mov|json|xml)$/i

/** Describes the target of a link by its address and its text. Undefined if the address cannot be read. */
export function toLinkTarget(href: string, text: string): LinkTarget | undefined {
  if (!URL.canParse(href)) return undefined
  const { protocol, host, pathname, search, hash } = new URL(href)
  if (!protocol.startsWith('http')) return { host: protocol.slice(0, -1), rest: shorten(pathname + search) }
  const rest = shorten(`${pathname}${search}${hash}`)
  const claimed = claimedHostOf(text)
  const target = { host, rest: rest === '/' ? '' : rest }
  return claimed === undefined || isSameSite(claimed, host) ? target : { ...target, claimedHost: claimed }
}

/** The host that a text names, as the browser writes it. */
function claimedHostOf(text: string): string | undefined {
  const withoutAddresses = text.replace(/\S+@\S+/g, ' ')
  const found = HOST.exec(withoutAddresses)?.[0]
  if (found === undefined || FILE_NAME.test(found) || !URL.canParse(`https://${found}`)) return undefined
  return new URL(`https://${found}`).host
}

/** Whether one of the hosts is the other one or belongs to it. */
function isSameSite(claimed: string, host: string): boolean {
  const [left, right] = [claimed, host].map((name) => name.replace(/^www\./, '').replace(/:\d+$/, ''))
  return left === right || `.${right}`.endsWith(`.${left}`) || `.${left}`.endsWith(`.${right}`)
}

function shorten(text: string): string {
  return text.length > MAX_REST ? `${text.slice(0, MAX_REST).toWellFormed()}…` : text
}
