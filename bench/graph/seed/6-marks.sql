insert into block_marks (tenant_id, block_id, favorite, date_updated)
  select bench.id('tenant', home), block_id, true, date_updated from bench.plan where bench.chance(i, 33) < 0.005;

drop table bench.plan, bench.phrases, bench.titles, bench.people;
