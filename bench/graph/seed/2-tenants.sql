-- Tenant 0 is heavy: it owns 15 % of all blocks, is guest of 5 % more and knows 20,000 people and organizations.
-- Tenants 1 to 40 share the rest and know 2,000 each, the same that tenant 0 knows best.
insert into tenants (tenant_id, issuer, subject, email, given_name, tag_id, date_created, date_updated)
  select bench.id('tenant', n), 'bench', email, email, 'Tenant', bench.id('own tag', n), 0, 0
  from (select n, 'tenant' || n || '@people.example' as email from generate_series(0, 40) n) named;

insert into tags (tenant_id, tag_id, tag_type, tag_sub_type, alias, friendly_name, email, email_domain, url, favorite,
    name_search, date_used, date_created, date_updated)
  -- Themselves.
  select tenant_id, tag_id, 'person', null, 'Tenant', 'Tenant', email, 'people.example', null, false, E'tenant\n' || email,
    null::bigint, 0, 0
  from tenants
  union all
  -- Each other.
  select bench.id('tenant', t), bench.id('guest tag of ' || t, g), 'person', null, 'Tenant', 'Tenant',
    'tenant' || g || '@people.example', 'people.example', null, false, E'tenant\ntenant' || g || '@people.example',
    null, 0, 0
  from generate_series(0, 40) t, generate_series(0, 40) g where g <> t
  union all
  -- People.
  select bench.id('tenant', t), bench.id('person of ' || t, person), 'person', null, name, name, email,
    'org' || org || '.example', null, person % 500 = 7, lower(name) || E'\n' || email,
    case when person <= 100 then 1790000000000 - person * 60000 end, 1690000000000 + person, 1780000000000 - person
  from generate_series(0, 40) t, bench.people where t = 0 or person <= 1800
  union all
  -- Organizations.
  select bench.id('tenant', t), bench.id('organization of ' || t, org), 'topic', 'organization', domain, null, null, domain,
    'https://' || domain, false, domain, null, 1690000000000 + org, 1770000000000 - org
  from generate_series(0, 40) t, (select org, 'org' || org || '.example' as domain from generate_series(1, 2000) org) named
  where t = 0 or org <= 200;
