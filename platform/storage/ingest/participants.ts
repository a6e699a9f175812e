import { sql } from 'kysely'
import { organizationDomain, toEmail, toPeople } from '../../model/people.ts'
import { FREE_MAIL_DOMAINS } from '../free-mail-domains.ts'
import { inBatches } from '../postgres/batches.ts'
import type { WrittenBlock } from './blocks.ts'
import type { NewBlock } from './mapping/new-block.ts'
import type { PageContext } from './page-context.ts'
import { findOrCreateOrganizationTags, findOrCreatePersonTags } from './people-tags.ts'
import { findStoredParticipants, type StoredParticipants, toDomains } from './stored-participants.ts'

interface ParticipantLink {
  block: string
  tag: string
  kind: string
  shared: boolean
  level: number
  assigned: boolean
  archived: boolean
  date_associated: number
}

/** A written block and the item it was written from. */
export type WrittenItem = WrittenBlock & { item: NewBlock }

/**
 * Links written blocks: new ones to their owner, all of them to their participants and the participants' organizations.
 * For a changed block, only participants added since are linked and only removed ones are unlinked, so that changes a
 * person has made to its links are preserved.
 */
export async function linkParticipants(
  page: PageContext,
  written: readonly WrittenItem[],
  stored: StoredParticipants,
): Promise<void> {
  const writtenPeople = toPeople(written.flatMap(({ item }) => item.people))
  const [people, organizations] = await Promise.all([
    findOrCreatePersonTags(page, writtenPeople, stored.people),
    findOrCreateOrganizationTags(page, toDomains(writtenPeople), stored.organizations),
  ])
  const links: ParticipantLink[] = []
  const removed: RemovedParticipant[] = []
  for (const block of written) {
    const assigned = block.item.assigned && toEmail(block.item.assigned.email)
    const isOwnTask = assigned !== undefined && people.get(assigned) === page.ownTagId
    // The first link to a tag is the one that stays, so the owner's says whether the task is theirs.
    if (block.version === 1) links.push(toLink(block, page.ownTagId, { ...OWNER_ROLE, assigned: isOwnTask }))
    const names = toLinkNames(toPeople(block.item.people).map(({ email }) => email))
    const previousNames = toLinkNames(stored.previousPeople.get(block.blockId) ?? [])
    for (const name of difference(names, previousNames)) {
      const tag = people.get(name) ?? organizations.get(name)
      if (tag) links.push(toLink(block, tag, { ...PARTICIPANT_ROLE, assigned: name === assigned }))
    }
    removed.push(...difference(previousNames, names).map((name) => ({ block: block.blockId, name })))
  }
  insertLinks(page, links)
  unlinkParticipants(page, removed)
}

/** Finds what `linkParticipants` needs to know; to be called before the blocks are written. */
export function findParticipants(
  page: PageContext,
  items: readonly NewBlock[],
  blockIds: readonly string[],
): Promise<StoredParticipants> {
  return findStoredParticipants(page, toPeople(items.flatMap(({ people }) => people)), blockIds)
}

const OWNER_ROLE = { shared: true, level: 2, assigned: false }
const PARTICIPANT_ROLE = { shared: false, level: 0, assigned: false }

type Role = Pick<ParticipantLink, 'shared' | 'level' | 'assigned'>

function toLink({ blockId, item, archived, dateAssociated }: WrittenItem, tag: string, role: Role): ParticipantLink {
  return { block: blockId, tag, kind: item.kind, ...role, archived, date_associated: dateAssociated }
}

/** The names that identify the tags to link: e-mail addresses and the domains of organizations. */
function toLinkNames(emails: readonly string[]): Set<string> {
  return new Set(emails.flatMap((email) => [email, organizationDomain(email, FREE_MAIL_DOMAINS) ?? email]))
}

function difference(names: ReadonlySet<string>, excluded: ReadonlySet<string>): string[] {
  return [...names].filter((name) => !excluded.has(name))
}

/** Sends links to insert. Existing ones are not changed, whoever created them. */
export function insertLinks(page: PageContext, links: readonly ParticipantLink[]): void {
  for (const batch of inBatches(links.map((link) => JSON.stringify(link)))) {
    page.send(sql`
      insert into sharing (tenant_id, block_id, tag_id, block_tenant_id, shared, sharing_level, sharing_approach,
        assigned, block_type, archived, date_updated, date_associated, date_created)
      select ${page.tenantId}, i.block, i.tag, ${page.tenantId}, i.shared, i.level, 2, i.assigned, i.kind, i.archived,
        ${page.now}, i.date_associated, ${page.now}
      from jsonb_to_recordset(${`[${batch.join()}]`}::jsonb) as i (block uuid, tag uuid, shared boolean, level smallint,
        assigned boolean, kind text, archived boolean, date_associated bigint)
      on conflict (tenant_id, block_id, tag_id) do nothing`)
  }
}

interface RemovedParticipant {
  block: string
  name: string
}

/** Deletes only links that a sync created and that nobody has shared, pinned or assigned since. */
function unlinkParticipants(page: PageContext, removed: readonly RemovedParticipant[]): void {
  if (removed.length === 0) return
  const blocks = removed.map(({ block }) => block)
  page.send(sql`
    delete from sharing s
    using jsonb_to_recordset(${JSON.stringify(removed)}::jsonb) as i (block uuid, name text), tags t
    where s.tenant_id = ${page.tenantId} and s.block_id = any(${blocks}::uuid[]) and s.block_id = i.block
      and t.tenant_id = s.tenant_id and t.tag_id = s.tag_id
      and i.name = case when t.tag_type = 'person' then t.email else t.email_domain end
      and s.sharing_approach = 2 and not s.shared and not s.pinned and not s.assigned`)
}
