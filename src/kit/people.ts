import { addressParser } from 'postal-mime'
import type { PersonReference } from '../contract/person.ts'
import { omitUndefined } from '../runtime/omit.ts'
import { joinSplitWords } from './encoded-words.ts'

/** Converts an address and a name to a person. Undefined if the address is not an email address. */
export function toPerson(address: string | null | undefined, name?: string | null): PersonReference | undefined {
  const email = address?.trim().toLowerCase() ?? ''
  if (!isMailAddress(email)) return undefined
  const friendlyName = name?.trim()
  return omitUndefined({
    email,
    friendlyName: friendlyName && friendlyName.toLowerCase() !== email ? friendlyName : undefined,
  })
}

/**
 * The people in address headers (RFC 5322), including quoted names with commas, encoded words and groups. Entries without
 * an address (`undisclosed-recipients:;`) are left out, and each address is returned once.
 */
export function toPeople(headers: readonly string[]): PersonReference[] {
  const people = new Map<string, PersonReference>()
  for (const mailbox of headers.flatMap((header) => addressParser(joinSplitWords(header), { flatten: true }))) {
    const person = toPerson(mailbox.address, mailbox.name)
    if (person && !people.has(person.email)) people.set(person.email, person)
  }
  return [...people.values()]
}

/** The addresses in lower case, unique and sorted, so that the order of a filter's addresses does not matter. */
export function normalizeAddresses(addresses: readonly string[]): string[] {
  return [...new Set(addresses.map((address) => address.trim().toLowerCase()))].sort()
}

/**
 * Whether a text is the address of a mailbox. Exchange may put other names in place of addresses: directory names
 * (`/O=…/CN=…`), the principal names of guests (`ann_fabrikam.com#EXT#@…`) and the names of personal accounts
 * (`live.com#ann@…`).
 */
export function isMailAddress(text: string | null | undefined): text is string {
  return /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(text ?? '') && !/#ext#@|^(?:[\w.-]+:)?live\.com#/i.test(text ?? '')
}
