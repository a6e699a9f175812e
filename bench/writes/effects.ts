import pg from 'pg'
import type { Seeded } from '../graph/seed.ts'

/** The rows that a change of a block writes, counted by their kind. */
type Effects = ReadonlyMap<string, number>

/** Reads the rows that belong to blocks, to compare what two servers write. */
export class EffectReader {
  readonly #client: pg.Client

  private constructor(client: pg.Client) {
    this.#client = client
  }

  static async open({ address }: Seeded): Promise<EffectReader> {
    const client = new pg.Client(address)
    await client.connect()
    return new EffectReader(client)
  }

  /** Counts the rows of a block by their kind; none if there is no block yet. */
  async read(blockId: string | undefined): Promise<Effects> {
    if (blockId === undefined) return new Map()
    const { rows } = await this.#client.query<{ kind: string; count: string }>(SELECT_EFFECTS, [blockId])
    return new Map(rows.map(({ kind, count }) => [kind, Number(count)]))
  }

  /** The block that a tenant created last. */
  async newestBlock(tenantId: string): Promise<string | undefined> {
    const { rows } = await this.#client.query<{ block_id: string }>(SELECT_NEWEST, [tenantId])
    return rows[0]?.block_id
  }

  close(): Promise<void> {
    return this.#client.end()
  }
}

/** What has come and gone between two readings, in a form that can be compared. */
export function toDifference(before: Effects, after: Effects): string {
  const kinds = [...new Set([...before.keys(), ...after.keys()])].sort()
  const changes = kinds.map((kind) => [kind, (after.get(kind) ?? 0) - (before.get(kind) ?? 0)] as const)
  return changes.flatMap(([kind, count]) => (count === 0 ? [] : `${count > 0 ? '+' : ''}${count} ${kind}`)).join('\n')
}

const SELECT_NEWEST = `
  select block_id from blocks where tenant_id = $1 and block_type = 'note' order by date_updated desc limit 1`

/** Private links of the owner depend on the seeded block, so only those that the benchmark writes are counted. */
const SELECT_EFFECTS = `
  with b as (select * from blocks where block_id = $1)
  select kind, count(*) from (
    select 'activity ' || activity_type || ' of ' || coalesce(a.detail->>'sharingLevel', '') as kind
    from b join activities a using (tenant_id, block_id)
    union all
    select 'event ' || event_type || ' for ' || case when e.tenant_id = b.tenant_id then 'the owner' else 'a guest' end
      || ' by ' || case when e.actor_id = b.tenant_id then 'the owner' else 'others' end
    from b join change_events e on e.subject_id = b.block_id and e.subject = 'block'
    union all
    select 'link of ' || case when s.tenant_id = b.tenant_id then 'the owner' else 'a guest' end || ' shared ' || s.shared
      || ' level ' || s.sharing_level || ' assigned ' || s.assigned
    from b join sharing s on s.block_id = b.block_id and s.block_tenant_id = b.tenant_id
    where s.shared or s.sharing_approach = 1
    union all
    select 'link with other dates' from b join sharing s on s.block_id = b.block_id and s.block_tenant_id = b.tenant_id
    where (s.date_updated, s.date_associated, s.archived) is distinct from (b.date_updated, b.date_associated, b.archived)
    union all
    select 'reaction' from b join reactions using (tenant_id, block_id)
    union all
    select 'marker' from b, unnest(b.tsv) as word where word.positions is null
    union all
    select 'searchable by its title' from b where b.tsv @@ plainto_tsquery('simple', b.title)
    union all
    select 'searchable by its text' from b where b.tsv @@ plainto_tsquery('simple', b.text)
    union all
    select 'archived' from b where archived
    union all
    select 'version' from b, generate_series(1, b.version)
  ) written group by kind`
