import { sql } from 'kysely'
import { organizationDomain, type Person } from '../../model/people.ts'
import { FREE_MAIL_DOMAINS } from '../free-mail-domains.ts'
import type { PageContext } from './page-context.ts'
import type { StoredTag } from './people-tags.ts'

/** What is stored about blocks and the people on them before the blocks are written. */
export interface StoredParticipants {
  /** The addresses on the blocks, by block id. */
  previousPeople: ReadonlyMap<string, readonly string[]>
  /** The tags of people by e-mail, and those of organizations by domain. */
  people: ReadonlyMap<string, StoredTag>
  organizations: ReadonlyMap<string, StoredTag>
}

interface StoredRow extends StoredTag {
  kind: 'person' | 'organization' | 'block'
  key: string
  people: string[]
}

/** Reads all of it in one statement. */
export async function findStoredParticipants(
  { tx, tenantId }: PageContext,
  people: readonly Person[],
  blockIds: readonly string[],
): Promise<StoredParticipants> {
  const { rows } = await sql<StoredRow>`
    select 'person' as kind, k.key, coalesce(m.tag_id, t.tag_id) as "tagId",
      m.tag_id is null and t.alias in ('', k.key) as "isUnnamed", null::text[] as people
    from unnest(${people.map(({ email }) => email)}::text[]) as k (key)
    cross join lateral (
      select tag_id, alias, merged_into from tags
      where tenant_id = ${tenantId} and email = k.key and tag_type = 'person' and email is not null limit 1
    ) t
    left join ${mergedInto(tenantId)}
    union all
    select 'organization', k.key, coalesce(m.tag_id, t.tag_id), false, null
    from unnest(${toDomains(people)}::text[]) as k (key)
    cross join lateral (
      select tag_id, merged_into from tags
      where tenant_id = ${tenantId} and email_domain = k.key and tag_type = 'topic' and tag_sub_type = 'organization'
        and email_domain is not null
      limit 1
    ) t
    left join ${mergedInto(tenantId)}
    union all
    select 'block', block_id::text, null, false, people from blocks
    where tenant_id = ${tenantId} and block_id = any(${blockIds}::uuid[])`.execute(tx)
  const { person = [], organization = [], block = [] } = Object.groupBy(rows, ({ kind }) => kind)
  return {
    previousPeople: new Map(block.map((row) => [row.key, row.people])),
    people: new Map(person.map((row) => [row.key, row])),
    organizations: new Map(organization.map((row) => [row.key, row])),
  }
}

/** The tag `m` that tag `t` was merged into, unless it is archived, too. */
function mergedInto(tenantId: string) {
  return sql`tags m on m.tenant_id = ${tenantId} and m.tag_id = t.merged_into and not m.archived`
}

/** The domains of the organizations of people. */
export function toDomains(people: readonly Person[]): string[] {
  return [...new Set(people.flatMap(({ email }) => organizationDomain(email, FREE_MAIL_DOMAINS) ?? []))]
}
