import type { ProviderDefinition } from '../../src/contract/index.ts'
import { FREE_MAIL_DOMAINS } from '../storage/free-mail-domains.ts'
import type { Mutation } from '../storage/graph/access/mutation.ts'
import {
  type DuplicatePeople,
  listDuplicatePeople,
  listUnknownContacts,
  type PersonKind,
  type UnknownContact,
} from '../storage/graph/recommending/people.ts'
import type { Candidate } from './candidate.ts'
import { toContactCells } from './contact-record.ts'

const DAYS = 60
const DAY_MS = 86_400_000

/** People with whom someone meets and writes, whose company an application knows, but not themselves. */
export async function findContacts(
  { tx, viewer, now }: Mutation,
  definitions: readonly ProviderDefinition[],
): Promise<Candidate[]> {
  const window = { since: now - DAYS * DAY_MS, now }
  const contacts = await listUnknownContacts(tx, viewer, definitions.flatMap(toPersonKinds), window)
  return contacts.flatMap((contact) => {
    const { name, email, company_id: companyId } = contact
    const cells = name.includes('@') ? undefined : toContactCells(contact.metadata.fields, { name, email, companyId })
    return cells ? [toContactCandidate(contact, labelOf(definitions, contact), cells)] : []
  })
}

/** The first kind of an application's objects that are people: that is what a new person becomes. */
function toPersonKinds({ name: provider, applications }: ProviderDefinition): PersonKind[] {
  return applications.flatMap(({ name: application, externalIds, sobjects }) => {
    const kind = externalIds.find(({ tagType }) => tagType === 'person')
    return kind && sobjects.table ? [{ provider, application, metadataType: kind.metadataType }] : []
  })
}

function labelOf(definitions: readonly ProviderDefinition[], { provider, application }: UnknownContact): string {
  const definition = definitions.find(({ name }) => name === provider)
  return definition?.applications.find(({ name }) => name === application)?.label ?? application
}

function toContactCandidate(
  {
    tag_id,
    organization_id,
    name,
    organization,
    email,
    mails,
    meetings,
    provider,
    application,
    table_id,
  }: UnknownContact,
  label: string,
  values: readonly { name: string; value: string }[],
): Candidate {
  const counts = [count(meetings, 'meeting'), count(mails, 'mail')].filter(Boolean).join(' and ')
  return {
    type: 'upsert_tag',
    subject: `contact ${tag_id} ${provider} ${application}`,
    title: `Add ${name} to ${label}`,
    description:
      `Because you had ${counts} with ${name} in the last ${DAYS} days, and ${label} knows ${organization}, but not ` +
      `${email}.`,
    label: `Add to ${label}`,
    detail: { tagId: tag_id, fields: [], tableId: table_id, values },
    tagIds: [tag_id, organization_id],
  }
}

function count(number: number, noun: string): string {
  if (number === 0) return ''
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** Two tags that seem to be one person. */
export async function findDuplicates({ tx, viewer }: Mutation): Promise<Candidate[]> {
  const pairs = await listDuplicatePeople(tx, viewer, [...FREE_MAIL_DOMAINS])
  return pairs.map(({ name, keep_id, keep_email, other_id, other_email }: DuplicatePeople) => ({
    type: 'merge_tags',
    subject: `merge ${[keep_id, other_id].sort().join(' ')}`,
    title: `Merge the two entries of ${name}`,
    description: `Because both are called ${name}: ${keep_email ?? 'one has no address'} and ${other_email ?? 'one without an address'}.`,
    label: 'Merge',
    detail: { keepTagId: keep_id, tagIds: [other_id] },
    tagIds: [keep_id, other_id],
  }))
}
