-- Who owns what, and who is on it. Blocks come in runs of twenty of a tenant, the oldest of three years first.
create unlogged table bench.plan as
  select i, bench.id('block', i) as block_id, home,
    case when kind < 0.60 then 'email' when kind < 0.75 then 'event' when kind < 0.83 then 'note'
      when kind < 0.89 then 'task' when kind < 0.91 then 'transcription' when kind < 0.95 then 'document'
      else 'record' end as block_type,
    bench.skewed(case home when 0 then 18000 else 1800 end, bench.chance(i, 12)) as first_person,
    bench.skewed(case home when 0 then 18000 else 1800 end, bench.chance(i, 13)) as second_person,
    case when home = 0 then case when guest < 0.4 then 1 + floor(guest * 100)::int end
      when guest < 0.06 then 0
      when guest < 0.46 then nullif(1 + floor((guest - 0.06) * 100)::int, home) end as guest,
    date_updated, date_updated - floor(bench.chance(i, 15) * 864000000)::bigint as date_created,
    date_updated - floor(bench.chance(i, 16) * 2592000000)::bigint as date_associated,
    bench.chance(i, 17) < 0.02 as archived
  from (
    select i,
      case when owner < 0.15 then 0 else 1 + floor((owner - 0.15) / 0.85 * 40)::int end as home, kind, guest,
      1790000000000 - floor((1 - i / blocks::float8) * 94608000000 + bench.chance(i, 14) * 86400000)::bigint as date_updated
    from (
      select i::bigint, blocks, bench.chance(i / 20, 10) as owner, bench.chance(i, 11) as kind, bench.chance(i, 18) as guest
      from (select current_setting('bench.blocks')::int as blocks) asked, generate_series(1, blocks) i
    ) drawn
  ) dated;
create index on bench.plan (i);
analyze bench.plan;

-- Calendars and tables, which events and records are part of.
insert into blocks (tenant_id, block_id, block_type, title, detail, creator_id, date_associated, date_created, date_updated,
    provider, application, external_id, external_key, tsv)
  select bench.id('tenant', t), bench.id(kind, t), kind, kind, '{"metadata": {"metadataType": "deal", "fields": []}}',
    bench.id('tenant', t), 1690000000000, 1690000000000, 1690000000000, 'acme', kind, 'main', 'main',
    setweight(to_tsvector('simple', kind), 'A') || array_to_tsvector(array['=' || bench.id('tenant', t)])
  from generate_series(0, 40) t, unnest(array['calendar', 'table']) kind;

insert into sharing (tenant_id, block_id, tag_id, block_tenant_id, shared, sharing_level, sharing_approach, block_type,
    date_updated, date_associated, date_created)
  select t.tenant_id, block_id, tag_id, t.tenant_id, true, 2, 2, block_type, b.date_updated, b.date_associated, b.date_created
  from blocks b join tenants t using (tenant_id);
