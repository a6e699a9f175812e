/** Somebody as a vendor names them. */
export interface NamedPerson {
  email?: string | null
  friendlyName?: string | null
  tag?: { alias: string } | null
}

/** What somebody is called: as in the graph, else as the vendor says. */
export function nameOf({ email, friendlyName, tag }: NamedPerson): string {
  return tag?.alias || friendlyName?.trim() || email || 'Unknown'
}

/** The address beside a name that does not contain it. Empty if there is none. */
export function addressOf(person: NamedPerson): string {
  const email = person.email?.trim() ?? ''
  return nameOf(person).toLowerCase().includes(email.toLowerCase()) ? '' : email
}

/** The responses of invited people, the accepting ones first. */
const RESPONSES: Readonly<Record<string, { label: string; color: string; rank: number }>> = {
  accepted: { label: 'Accepted', color: 'teal', rank: 0 },
  tentative: { label: 'Maybe', color: 'yellow', rank: 1 },
  none: { label: 'No response', color: 'gray', rank: 2 },
  declined: { label: 'Declined', color: 'red', rank: 3 },
}
const NO_RESPONSE = { label: 'No response', color: 'gray', rank: 2 }

export function responseOf(status: string | null | undefined): { label: string; color: string; rank: number } {
  return RESPONSES[status?.toLowerCase() ?? 'none'] ?? NO_RESPONSE
}
