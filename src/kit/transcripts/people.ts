import type { PersonReference } from '../../contract/index.ts'

/**
 * The people of several lists, each address once, in the order of the lists: who was invited, then who was there. A name
 * that an earlier list lacks comes from a later one. People without an address are not part of any list.
 */
export function mergePeople(...lists: readonly (readonly PersonReference[])[]): PersonReference[] {
  const people = new Map<string, PersonReference>()
  for (const person of lists.flat()) {
    const email = person.email.toLowerCase()
    const earlier = people.get(email)
    if (earlier === undefined) people.set(email, { ...person, email })
    else if (!earlier.friendlyName && person.friendlyName) {
      people.set(email, { ...earlier, friendlyName: person.friendlyName })
    }
  }
  return [...people.values()]
}
