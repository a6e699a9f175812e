import { sql } from 'kysely'
import type { TableMetadata } from '../../../../src/contract/index.ts'
import type { Tx } from '../../postgres/database.ts'
import type { Viewer } from '../access/visibility.ts'

/** A kind of record in which an application keeps people. */
export interface PersonKind {
  provider: string
  application: string
  metadataType: string
}

/** A person of a company that an application knows, whom the application does not know. */
export interface UnknownContact extends Pick<PersonKind, 'provider' | 'application'> {
  tag_id: string
  organization_id: string
  name: string
  organization: string
  email: string
  /** The vendor's id of the company. */
  company_id: string
  /** The table of the application's people. */
  table_id: string
  metadata: TableMetadata
  mails: number
  meetings: number
}

const MAX_CONTACTS = 50
/** Fewer meetings and mails than this do not make someone a contact. */
const MIN_INTERACTIONS = 3

/**
 * Lists people with whom the tenant had meetings and mails since a time (epoch ms), one of them at least a meeting or sent
 * by the tenant, whose company an application knows, and whom the application was asked for and did not know.
 */
export async function listUnknownContacts(
  tx: Tx,
  { tenantId, tagId }: Viewer,
  kinds: readonly PersonKind[],
  { since, now }: { since: number; now: number },
): Promise<UnknownContact[]> {
  if (kinds.length === 0) return []
  const { rows } = await sql<UnknownContact>`
    with contacts as (
      select distinct on (p.tag_id, c.connection_id) p.tag_id, o.tag_id as organization_id,
        coalesce(p.friendly_name, p.alias) as name, o.alias as organization, p.email, l.external_id as company_id,
        c.provider, c.application, t.block_id as table_id, t.detail -> 'metadata' as metadata
      from jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb)
        as k (provider text, application text, "metadataType" text)
      join connections c on c.tenant_id = ${tenantId} and c.provider = k.provider and c.application = k.application
        and c.status = 'active'
      join blocks t on t.tenant_id = c.tenant_id and t.connection_id = c.connection_id and t.block_type = 'table'
        and t.detail -> 'metadata' ->> 'metadataType' = k."metadataType" and t.detail -> 'insight' is null
        and not t.archived
      join external_id_links l on l.tenant_id = c.tenant_id and l.provider = c.provider and l.application = c.application
      join tags o on o.tenant_id = l.tenant_id and o.tag_id = l.tag_id and o.tag_type = 'topic'
        and o.tag_sub_type = 'organization' and not o.archived
      join tags p on p.tenant_id = o.tenant_id and p.tag_type = 'person' and p.email_domain = o.email_domain
        and p.email is not null and not p.archived and p.tag_id <> ${tagId}
      join identifier_asks a on a.tenant_id = p.tenant_id and a.connection_id = c.connection_id
        and a.metadata_type = k."metadataType" and a.tag_id = p.tag_id and a.date_responded is not null
      where not exists (
        select from external_id_links own where own.tenant_id = p.tenant_id and own.tag_id = p.tag_id
          and own.provider = c.provider and own.application = c.application
      )
      order by p.tag_id, c.connection_id, l.date_created
    )
    select contacts.*, n.mails, n.meetings from contacts cross join lateral (
      select count(*) filter (where s.block_type = 'email')::int as mails,
        count(*) filter (where s.block_type = 'event')::int as meetings,
        bool_or(s.block_type = 'event' or b.detail ->> 'direction' = 'outbound') as is_mutual
      from sharing s join blocks b on b.tenant_id = s.block_tenant_id and b.block_id = s.block_id
      where s.tenant_id = ${tenantId} and s.tag_id = contacts.tag_id and s.block_type in ('email', 'event')
        and not s.archived and s.date_associated between ${since} and ${now}
        and coalesce(b.status, '') <> 'cancelled'
    ) n
    where n.is_mutual and n.mails + n.meetings >= ${MIN_INTERACTIONS}
    order by n.mails + n.meetings desc, contacts.tag_id limit ${MAX_CONTACTS}`.execute(tx)
  return rows
}

/** Two tags that seem to be the same person. `keep` is the one with more content, or the tenant's own. */
export interface DuplicatePeople {
  name: string
  keep_id: string
  keep_email: string | null
  other_id: string
  other_email: string | null
}

const MAX_DUPLICATES = 50

/**
 * Lists pairs of people with the same full name of which one more thing is the same: the domain or the first part of their
 * addresses, or one of them has no address.
 */
export async function listDuplicatePeople(
  tx: Tx,
  { tenantId, tagId }: Viewer,
  freeMailDomains: readonly string[],
): Promise<DuplicatePeople[]> {
  const { rows } = await sql<DuplicatePeople>`
    with people as (
      select tag_id, email, email_domain, coalesce(friendly_name, alias) as name,
        lower(regexp_replace(trim(coalesce(friendly_name, alias)), '\\s+', ' ', 'g')) as folded
      from tags where tenant_id = ${tenantId} and tag_type = 'person' and not archived
    ),
    pairs as (
      select a.name, a.tag_id as a_id, b.tag_id as b_id, a.email as a_email, b.email as b_email
      from people a join people b on a.folded = b.folded and a.tag_id < b.tag_id
      where a.folded like '% %' and a.folded not like '%@%' and (
        a.email is null or b.email is null
        or (a.email_domain = b.email_domain and a.email_domain <> all(${freeMailDomains}::text[]))
        or split_part(a.email, '@', 1) = split_part(b.email, '@', 1)
      )
      order by a.tag_id, b.tag_id limit ${MAX_DUPLICATES}
    ),
    sizes as (
      select p.*, p.b_id = ${tagId} or (p.a_id <> ${tagId} and (
          select count(*) from sharing s where s.tenant_id = ${tenantId} and s.tag_id = p.b_id
        ) > (
          select count(*) from sharing s where s.tenant_id = ${tenantId} and s.tag_id = p.a_id
        )) as keeps_b
      from pairs p
    )
    select name, case when keeps_b then b_id else a_id end as keep_id,
      case when keeps_b then b_email else a_email end as keep_email,
      case when keeps_b then a_id else b_id end as other_id, case when keeps_b then a_email else b_email end as other_email
    from sizes`.execute(tx)
  return rows
}

/** A person of a block, with the tag of their company if there is one. */
export interface Participant {
  block_id: string
  tag_id: string
  name: string
  email: string | null
  organization_id: string | null
}

/** Loads the people of blocks except the tenant, those of companies first. */
export async function loadParticipants(
  tx: Tx,
  { tenantId, tagId }: Viewer,
  blockIds: readonly string[],
): Promise<Participant[]> {
  const { rows } = await sql<Participant>`
    select s.block_id, p.tag_id, coalesce(p.friendly_name, p.alias) as name, p.email, o.tag_id as organization_id
    from sharing s join tags p on p.tenant_id = s.tenant_id and p.tag_id = s.tag_id and p.tag_type = 'person'
      and not p.archived
    left join tags o on o.tenant_id = p.tenant_id and o.tag_type = 'topic' and o.tag_sub_type = 'organization'
      and o.email_domain = p.email_domain and not o.archived
    where s.tenant_id = ${tenantId} and s.block_id = any(${blockIds}::uuid[]) and s.tag_id <> ${tagId}
    order by s.block_id, (o.tag_id is null), name, p.tag_id`.execute(tx)
  return rows
}
