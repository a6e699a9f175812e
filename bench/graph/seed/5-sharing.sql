-- Of each block: its owner, one or two people, an organization, and a guest in two rows: one at home, which names the
-- guest's address, one in the guest's own tenant.
insert into sharing (tenant_id, block_id, tag_id, block_tenant_id, shared, sharing_level, sharing_approach, pinned, assigned,
    block_type, archived, date_updated, date_associated, date_created)
  select l.tenant_id, block_id, tag_id, bench.id('tenant', home), shared, level, approach, pinned, assigned, block_type,
    archived, date_updated, date_associated, date_created
  from bench.plan
  join bench.people x on x.person = first_person
  cross join lateral (
    select bench.id('tenant', home), bench.id('own tag', home), true, 2, 2, false, false
    union all
    select bench.id('tenant', home), bench.id('person of ' || home, first_person), false, 0, 2,
      bench.chance(i, 31) < 0.001, block_type = 'task' and i % 2 = 0
    union all
    select bench.id('tenant', home), bench.id('person of ' || home, second_person), false, 0, 2, false, false
    where second_person <> first_person and bench.chance(i, 32) < 0.75
    union all
    select bench.id('tenant', home), bench.id('organization of ' || home, x.org), false, 0, 2, false, false
    union all
    select bench.id('tenant', home), bench.id('guest tag of ' || home, guest), true, i % 2, 1, false, false
    where guest is not null
    union all
    select bench.id('tenant', guest), bench.id('own tag', guest), true, i % 2, 2, false, false where guest is not null
  ) as l (tenant_id, tag_id, shared, level, approach, pinned, assigned)
  where i between current_setting('bench.first')::int and current_setting('bench.last')::int;
