import type { PersonReference } from '../../src/contract/index.ts'

/** Somebody on an item, as they are known in the graph: by their address. */
export interface Person {
  email: string
  friendlyName?: string
}

/** The longest address there is (RFC 5321: 64 before the @, 255 after it). */
const MAX_ADDRESS = 320

/** Addresses differ by case only in theory; dots and plus signs are left alone, because only some vendors ignore them. */
export function toEmail(address: string): string | undefined {
  const email = address.trim().normalize('NFC').toLowerCase()
  return email.length <= MAX_ADDRESS && /^[^\s@\0]+@[^\s@\0]+$/.test(email) ? email : undefined
}

/** The people among references, each once, with the first name that is one. References that are no address are left out. */
export function toPeople(references: readonly (PersonReference | undefined)[]): Person[] {
  const people = new Map<string, Person>()
  for (const reference of references) {
    const email = reference && toEmail(reference.email)
    if (!email) continue
    const person = people.get(email) ?? { email }
    const friendlyName = person.friendlyName ?? toName(reference.friendlyName, email)
    people.set(email, friendlyName === undefined ? person : { email, friendlyName })
  }
  return [...people.values()]
}

/** Vendors often repeat the address where they know no name. */
function toName(friendlyName: string | undefined, email: string): string | undefined {
  const name = friendlyName?.trim()
  return name && name.toLowerCase() !== email ? name : undefined
}

/**
 * The domain by which a person belongs to an organization. Domains where anybody may have an address, and names
 * without a dot, which mean something in one network only, stand for none.
 */
export function organizationDomain(email: string, freeMail: ReadonlySet<string>): string | undefined {
  const domain = domainOf(email)
  return domain.includes('../sync') && !freeMail.has(domain) ? domain : undefined
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1)
}
