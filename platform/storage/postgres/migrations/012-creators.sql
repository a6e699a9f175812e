-- The creator of what a sync brings is its sender, organizer or author: a tenant if it is the connected person, else a
-- person who is known by their address; null when nobody is named.
alter table blocks alter column creator_id drop not null,
  add column creator_email text,
  add column creator_name text;

update blocks b set creator_email = p.email, creator_name = p.name,
  creator_id = case when p.is_own or (p.email is null and p.is_manual) then b.tenant_id end
from (
  select s.tenant_id, s.block_id, s.email, s.name,
    coalesce(s.email in (t.email, lower(c.email)) or s.direction = 'outbound', false) as is_own,
    exists (
      select from activities a
      where a.tenant_id = s.tenant_id and a.block_id = s.block_id and a.activity_type = 'CREATED'
    ) as is_manual
  from (
    select tenant_id, block_id, connection_id, detail ->> 'direction' as direction,
      lower(nullif(trim(coalesce(detail -> 'from' ->> 'email', detail -> 'organizedBy' ->> 'email')), '')) as email,
      coalesce(detail -> 'from' ->> 'friendlyName', detail -> 'organizedBy' ->> 'friendlyName') as name
    from blocks where provider is not null and external_key is not null
  ) s
  join tenants t on t.tenant_id = s.tenant_id
  left join connections c on c.tenant_id = s.tenant_id and c.connection_id = s.connection_id
) p
where b.tenant_id = p.tenant_id and b.block_id = p.block_id;
