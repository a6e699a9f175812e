import pg from 'pg'
import type { Seeded } from '../graph/seed.ts'
import type { Target } from './messages.ts'

/** A socket's subscription to changes of blocks, and whether it is concerned by a change of a block. */
export interface Subscriber {
  email: string
  kind: 'all' | 'tag' | 'block'
  input: { tags?: string[]; _ids?: string[] }
  isConcerned: (blockId: string) => boolean
}

export interface Audience {
  subscribers: Subscriber[]
  targets: Target[]
}

/** Blocks of each tenant that are changed. Every tenant also has guests of some of them. */
const TARGETS_PER_TENANT = 20
/** Of each tenant's sockets: half follow everything, a quarter the blocks of a tag, a quarter one block. */
const KINDS = ['all', 'tag', 'all', 'block'] as const

interface Row {
  owner: string
  ownerTag: string
  block: string
  tenant: string
  email: string
  tag: string
  gives_access: boolean
}

/** Spreads subscriptions over all tenants, and chooses the blocks that are changed: each concerns some of the subscribers. */
export async function planAudience({ address }: Pick<Seeded, 'address'>, sockets: number): Promise<Audience> {
  const client = new pg.Client(address)
  await client.connect()
  const { rows } = await client.query<Row>(SELECT_TARGETS, [TARGETS_PER_TENANT])
  await client.end()
  const tenants = [...Map.groupBy(rows, ({ tenant }) => tenant).values()].map(toTenant)
  const subscribers = Array.from({ length: sockets }, (_, index) => {
    const tenant = tenants[index % tenants.length] as Tenant
    return toSubscriber(tenant, Math.floor(index / tenants.length))
  })
  const targets = new Map(
    rows.map(({ block, owner, ownerTag }) => [block, { blockId: block, owner: { tenantId: owner, tagId: ownerTag } }]),
  )
  return { subscribers, targets: interleave([...targets.values()]) }
}

interface Tenant {
  email: string
  /** The tags of each changed block that the tenant sees. */
  tagsOfBlock: Map<string, string[]>
}

function toTenant(rows: readonly Row[]): Tenant {
  const tagsOfBlock = new Map<string, string[]>()
  const visible = new Set(rows.filter(({ gives_access }) => gives_access).map(({ block }) => block))
  for (const [block, links] of Map.groupBy(rows, (row) => row.block)) {
    if (visible.has(block))
      tagsOfBlock.set(
        block,
        links.map(({ tag }) => tag),
      )
  }
  return { email: (rows[0] as Row).email, tagsOfBlock }
}

function toSubscriber({ email, tagsOfBlock }: Tenant, index: number): Subscriber {
  const kind = KINDS[index % KINDS.length] as Subscriber['kind']
  const [block, tags] = [...tagsOfBlock][index % tagsOfBlock.size] as [string, string[]]
  const tag = tags.at(-1) as string
  if (kind === 'block') return { email, kind, input: { _ids: [block] }, isConcerned: (changed) => changed === block }
  if (kind === 'all') return { email, kind, input: {}, isConcerned: (changed) => tagsOfBlock.has(changed) }
  const isConcerned = (changed: string) => tagsOfBlock.get(changed)?.includes(tag) ?? false
  return { email, kind, input: { tags: [tag] }, isConcerned }
}

/** One block of each tenant after the other, so that a poll finds changes of several tenants. */
function interleave(targets: readonly Target[]): Target[] {
  const ofTenants = [...Map.groupBy(targets, ({ owner }) => owner.tenantId).values()]
  return Array.from({ length: TARGETS_PER_TENANT }, (_, index) =>
    ofTenants.flatMap((ofTenant) => ofTenant.slice(index, index + 1)),
  ).flat()
}

const SELECT_TARGETS = `
  with chosen as (
    select tenant_id as owner, block_id from (
      select tenant_id, block_id, row_number() over (partition by tenant_id order by block_id) as position
      from blocks where block_type in ('note', 'task', 'email') and not archived
    ) numbered where position <= $1
  )
  select c.owner, o.tag_id as "ownerTag", c.block_id as block, t.tenant_id as tenant, t.subject as email, s.tag_id as tag,
    s.shared and s.tag_id = t.tag_id as gives_access
  from chosen c
  join tenants o on o.tenant_id = c.owner
  join sharing s on s.block_tenant_id = c.owner and s.block_id = c.block_id
  join tenants t on t.tenant_id = s.tenant_id
  order by t.subject, c.block_id, gives_access desc, s.tag_id`
