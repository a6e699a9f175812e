import type { PersonReference } from '../../src/contract/index.ts'
import { domainOfEmail } from '../../src/runtime/web-address.ts'

/** A person on an item. The graph identifies people by their email address. */
export interface Person {
  email: string
  friendlyName?: string
}

/** RFC 5321 allows 64 characters before the @ and 255 after it. */
const MAX_EMAIL_LENGTH = 320

/**
 * Normalizes an email address; undefined when it is not one. Case is ignored, because addresses differ by case in theory
 * only. Dots and plus signs are retained, because only some vendors ignore them.
 */
export function toEmail(address: string): string | undefined {
  const email = address.trim().normalize('NFC').toLowerCase()
  return email.length <= MAX_EMAIL_LENGTH && /^[^\s@\0]+@[^\s@\0]+$/.test(email) ? email : undefined
}

/** Returns each person once, with the first usable name. References without a valid address are omitted. */
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

/** Vendors often repeat the address as the name when they do not know the name. */
function toName(friendlyName: string | undefined, email: string): string | undefined {
  const name = friendlyName?.trim()
  return name && name.toLowerCase() !== email ? name : undefined
}

/**
 * The domain that assigns a person to an organization. Undefined for free mail domains, where anybody can get an
 * address, and for names without a dot, which are valid in a local network only.
 */
export function organizationDomain(email: string, freeMail: ReadonlySet<string>): string | undefined {
  const domain = domainOfEmail(email)
  return domain.includes('.') && !freeMail.has(domain) ? domain : undefined
}
