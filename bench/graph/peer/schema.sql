-- What PostGraphile serves: the same tables, with the same rule of who sees what, in a schema of the bench's own.
drop schema if exists peer cascade;
create schema peer;

-- A block as a viewer sees it: through the link that shares it with the viewer's own person tag.
create view peer.blocks as
  select v.tenant_id as viewer_id, v.tag_id as viewer_tag_id, v.sharing_level, b.block_id, b.block_type, b.title,
    coalesce(b.summary, b.text) as summary, b.creator_id, b.date_created, v.date_updated
  from public.sharing v join public.blocks b on b.tenant_id = v.block_tenant_id and b.block_id = v.block_id
  where v.shared and not v.archived;
create view peer.links as
  select tenant_id, block_id, tag_id, shared, sharing_level, pinned from public.sharing;
create view peer.tags as
  select tenant_id, tag_id, tag_type, alias, email from public.tags;

comment on view peer.blocks is E'@primaryKey viewer_id,viewer_tag_id,block_id\n@unique viewer_id,block_id';
comment on view peer.tags is '@primaryKey tenant_id,tag_id';
comment on view peer.links is E'@primaryKey tenant_id,block_id,tag_id
@foreignKey (tenant_id,block_id) references peer.blocks (viewer_id,block_id)|@fieldName block|@foreignSimpleFieldName links
@foreignKey (tenant_id,tag_id) references peer.tags (tenant_id,tag_id)|@fieldName tag';

-- Its own filters ask for columns only; for a tag and for a name it needs functions.
create function peer.blocks_of_tag(viewer uuid, viewer_tag uuid, tag uuid, most int) returns setof peer.blocks
  language sql stable begin atomic
  select v.tenant_id, v.tag_id, v.sharing_level, b.block_id, b.block_type, b.title, coalesce(b.summary, b.text), b.creator_id,
    b.date_created, v.date_updated
  from (
    select s.block_id, s.block_tenant_id, s.date_updated, v.tenant_id, v.tag_id, v.sharing_level from public.sharing s
    cross join lateral (
      select tenant_id, tag_id, sharing_level from public.sharing v
      where v.tenant_id = viewer and v.block_id = s.block_id and (v.tag_id = viewer_tag and v.shared) is true limit 1
    ) v
    where s.tenant_id = viewer and s.tag_id = tag and not s.archived
    order by s.date_updated desc, s.block_id limit most
  ) v
  join public.blocks b on b.tenant_id = v.block_tenant_id and b.block_id = v.block_id
  order by v.date_updated desc, v.block_id;
end;
create function peer.tags_named(viewer uuid, word text, most int) returns setof peer.tags
  language sql stable begin atomic
  select tenant_id, tag_id, tag_type, alias, email from public.tags
  where tenant_id = viewer and not archived and name_search like '%' || word || '%' order by tag_id limit most;
end;
