import { addressParser } from 'postal-mime'
import type { PersonReference } from '../contract/person.ts'

/** A person from an address and a name as vendors give them; undefined when the address is no mail address. */
export function toPerson(address: string | null | undefined, name?: string | null): PersonReference | undefined {
  const email = address?.trim().toLowerCase() ?? ''
  if (!isMailAddress(email)) return undefined
  const friendlyName = name?.trim()
  return { email, ...(friendlyName && friendlyName.toLowerCase() !== email ? { friendlyName } : {}) }
}

/**
 * The people of an address header (RFC 5322): quoted names with commas, encoded words and groups are understood,
 * entries without an address (`undisclosed-recipients:;`) are left out, each address comes once.
 */
export function toPeople(headers: readonly string[]): PersonReference[] {
  const people = new Map<string, PersonReference>()
  for (const mailbox of headers.flatMap((header) => addressParser(header, { flatten: true }))) {
    const person = toPerson(mailbox.address, mailbox.name)
    if (person && !people.has(person.email)) people.set(person.email, person)
  }
  return [...people.values()]
}

/** The addresses in lower case, each once and sorted: the same addresses in any order make the same filter. */
export function normalizeAddresses(addresses: readonly string[]): string[] {
  return [...new Set(addresses.map((address) => address.trim().toLowerCase()))].sort()
}

/** Exchange shows internal directory names (`/O=…/CN=…`) where an address should be; those have no `@`. */
function isMailAddress(email: string): boolean {
  return /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(email)
}
